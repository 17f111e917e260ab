package dev.divvy.distributor;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus.Refusal;
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

    /**
     * A name of a list that cannot be used; the others can.
     *
     * @param namespace the list that contains it
     * @param name made printable
     */
    public record Refusal(String namespace, String name, String why) {

        @Override
        public String toString() {
            return "\"" + name + "\" in " + namespace + ": " + why;
        }
    }

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

    /** Returns the status of an instance that could not start yet, for this reason. */
    public static DistributorStatus notStarted(String instance, String trouble) {
        return new DistributorStatus(
                instance,
                false,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                0,
                List.of(),
                Optional.of(trouble),
                new Counters(0, 0, 0, Duration.ZERO, 0, 0, 0, 0, 0, Duration.ZERO));
    }

    /** How many services take part. */
    public long alive() {
        return services.stream().filter(ServiceStatus::alive).count();
    }
}
