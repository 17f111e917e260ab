package dev.divvy.distributor;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The state of one instance: its counters and, if it is the writer, the result of its last round.
 *
 * @param writing whether it writes the table; the others wait to take over
 * @param writer the instance that writes, as far as this one knows
 * @param version the version of the table; known to the writer only
 * @param services the registered services; known to the writer only
 * @param units the number of divided units; known to the writer only
 * @param refused names that cannot be used; known to the writer only
 * @param problem the current fault, such as an unavailable store; empty when there is none
 */
public record DistributorStatus(
        String instance,
        boolean writing,
        Optional<String> writer,
        Optional<Version> version,
        List<ServiceStatus> services,
        int units,
        List<Refusal> refused,
        Optional<String> problem,
        Counters counters) {

    /**
     * A registered service.
     *
     * @param alive whether it takes part
     * @param reason the reason why its last ping failed; empty when the ping succeeded
     * @param units the number of units that it owns
     */
    public record ServiceStatus(String service, boolean alive, Optional<String> reason, int units) {}

    /**
     * A name that cannot be used; the other names of its list can.
     *
     * @param namespace the list that contains it
     * @param name the name, made printable
     */
    public record Refusal(String namespace, String name, String why) {

        @Override
        public String toString() {
            return "\"" + name + "\" in " + namespace + ": " + why;
        }
    }

    /**
     * Counts since this instance started.
     *
     * @param pinging the time that all pings took together
     * @param denials services that became denied
     * @param returns denied services that answered again
     * @param redistributions tables written
     * @param moved units that went from one service to another
     * @param failedRounds rounds that failed
     * @param lastRound the duration of the last round
     */
    public record Counters(
            long rounds,
            long pings,
            long failedPings,
            Duration pinging,
            long denials,
            long returns,
            long redistributions,
            long moved,
            long failedRounds,
            Duration lastRound) {}

    public DistributorStatus {
        services = List.copyOf(services);
        refused = List.copyOf(refused);
    }

    /** Returns the status of an instance that could not start yet, for this reason. */
    public static DistributorStatus notStarted(String instance, String problem) {
        return new DistributorStatus(
                instance,
                false,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                0,
                List.of(),
                Optional.of(problem),
                new Counters(0, 0, 0, Duration.ZERO, 0, 0, 0, 0, 0, Duration.ZERO));
    }

    /** Returns how many services take part. */
    public long alive() {
        return services.stream().filter(ServiceStatus::alive).count();
    }
}
