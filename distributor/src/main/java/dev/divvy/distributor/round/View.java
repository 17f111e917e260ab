package dev.divvy.distributor.round;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import java.util.List;
import java.util.Optional;

/** What the writer saw and made in its last round. */
public record View(
        Optional<Version> version,
        List<ServiceStatus> services,
        int units,
        List<Refusal> refused,
        Optional<String> trouble) {

    public static final View NOTHING = new View(Optional.empty(), List.of(), 0, List.of(), Optional.empty());

    View withTrouble(String message) {
        return new View(version, services, units, refused, Optional.of(message));
    }
}
