package dev.divvy.distributor.writer;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import java.util.List;
import java.util.Optional;

/** The state after a round of the writer. */
public record RoundResult(
        Optional<Version> version,
        List<ServiceStatus> services,
        int units,
        List<Refusal> refused,
        Optional<String> problem) {

    public static final RoundResult NONE = new RoundResult(Optional.empty(), List.of(), 0, List.of(), Optional.empty());

    RoundResult withProblem(String message) {
        return new RoundResult(version, services, units, refused, Optional.of(message));
    }
}
