package dev.divvy.cli.distributor;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.StoreNames;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instance of a distributor as its JSON shows it.
 *
 * @param writing whether it writes the table; the others wait to take over
 * @param writer the instance that writes, as far as this one knows
 * @param version the version of the table
 * @param namespaces the names of the lists and of the table
 * @param units the number of units; like the services, known to the writer only
 * @param refused names in the lists that cannot be used
 * @param problem the problem with the store; null when it answers
 */
record DistributorView(
        String instance,
        boolean writing,
        @Nullable String writer,
        @Nullable Version version,
        StoreNames namespaces,
        int units,
        long alive,
        List<Service> services,
        List<Refusal> refused,
        @Nullable String problem,
        Counts counters) {

    /**
     * A registered service.
     *
     * @param alive whether it answers pings and gets units
     * @param reason the reason why its last ping failed; null when it succeeded
     */
    record Service(String service, boolean alive, @Nullable String reason, int units) {}

    /** The counters of the instance since its start. */
    record Counts(
            long rounds,
            long pings,
            long failedPings,
            double pingingMillis,
            long denials,
            long returns,
            long redistributions,
            long moved,
            long failedRounds,
            double lastRoundMillis) {

        static Counts of(DistributorStatus.Counters counters) {
            return new Counts(
                    counters.rounds(),
                    counters.pings(),
                    counters.failedPings(),
                    millis(counters.pinging()),
                    counters.denials(),
                    counters.returns(),
                    counters.redistributions(),
                    counters.moved(),
                    counters.failedRounds(),
                    millis(counters.lastRound()));
        }

        private static double millis(Duration time) {
            return time.toNanos() / 1e6;
        }
    }

    static DistributorView of(DistributorStatus status, StoreNames names) {
        return new DistributorView(
                status.instance(),
                status.writing(),
                status.writer().orElse(null),
                status.version().orElse(null),
                names,
                status.units(),
                status.alive(),
                status.services().stream()
                        .map(service -> new Service(
                                service.service(),
                                service.alive(),
                                service.reason().orElse(null),
                                service.units()))
                        .toList(),
                status.refused(),
                status.problem().orElse(null),
                Counts.of(status.counters()));
    }
}
