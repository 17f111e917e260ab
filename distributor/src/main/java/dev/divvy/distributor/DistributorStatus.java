package dev.divvy.distributor;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How one instance sees the work: what it did and, where it is the writer, what it divided last.
 *
 * @param writing whether it writes the table; the others wait to take over
 * @param writer the instance that writes, as far as this one knows
 * @param version of the table
 * @param services that are registered; known to the writer only
 * @param units how many are divided
 * @param refused names that cannot be used
 * @param trouble what is wrong with the store; empty when it answers
 */
public record DistributorStatus(
        String instance,
        boolean writing,
        Optional<String> writer,
        Optional<Version> version,
        List<ServiceStatus> services,
        int units,
        List<Refusal> refused,
        Optional<String> trouble,
        Counters counters) {

    /**
     * One registered service.
     *
     * @param alive whether it takes part
     * @param reason why its last ping failed; empty when it did not
     * @param units how many it has
     */
    public record ServiceStatus(String service, boolean alive, Optional<String> reason, int units) {}

    /** What this instance did since it started. */
    public record Counters(
            long rounds,
            long pings,
            long failedPings,
            Duration pinging,
            long denials,
            long returns,
            long redistributions,
            long moved,
            long troubles,
            Duration lastRound) {}

    public DistributorStatus {
        services = List.copyOf(services);
        refused = List.copyOf(refused);
    }

    /** How many services take part. */
    public long alive() {
        return services.stream().filter(ServiceStatus::alive).count();
    }
}
