package dev.divvy.cli.distributor;

import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Namespaces;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instance of a distributor as its JSON shows it.
 *
 * @param writing whether it writes the table; the others wait to take over
 * @param writer the instance that writes, as far as this one knows
 * @param units how many are divided; like the services known to the writer only
 * @param refused names in the lists that cannot be used
 * @param trouble what is wrong with the store; null when it answers
 */
record DistributorView(
        String instance,
        boolean writing,
        @Nullable String writer,
        @Nullable TableVersion version,
        Lists namespaces,
        int units,
        long alive,
        List<Service> services,
        List<RefusedName> refused,
        @Nullable String trouble,
        Counts counters) {

    /** Lineage and epoch of the table. */
    record TableVersion(String lineage, long epoch) {}

    /** The names of the lists and of the table. */
    record Lists(List<String> services, String units, String distribution) {}

    /**
     * A registered service.
     *
     * @param alive whether it takes part
     * @param reason why its last ping failed; null when it did not
     */
    record Service(String service, boolean alive, @Nullable String reason, int units) {}

    /** A name that cannot be used. */
    record RefusedName(String namespace, String name, String why) {}

    /** What the instance did since it started. */
    record Counts(
            long rounds,
            long pings,
            long failedPings,
            double pingingMillis,
            long denials,
            long returns,
            long redistributions,
            long moved,
            long troubles,
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
                    counters.troubles(),
                    millis(counters.lastRound()));
        }

        private static double millis(Duration time) {
            return time.toNanos() / 1e6;
        }
    }

    static DistributorView of(DistributorStatus status, Namespaces names) {
        return new DistributorView(
                status.instance(),
                status.writing(),
                status.writer().orElse(null),
                status.version()
                        .map(version -> new TableVersion(version.lineage(), version.epoch()))
                        .orElse(null),
                new Lists(names.services(), names.units(), names.distribution()),
                status.units(),
                status.alive(),
                status.services().stream()
                        .map(one -> new Service(
                                one.service(), one.alive(), one.reason().orElse(null), one.units()))
                        .toList(),
                status.refused().stream()
                        .map(one -> new RefusedName(one.namespace(), one.name(), one.why()))
                        .toList(),
                status.trouble().orElse(null),
                Counts.of(status.counters()));
    }
}
