package dev.divvy.cli.distributor;

import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.StoreNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a distributor. The components are the fields of the JSON.
 *
 * @param instance the reporting instance; null when an observer reports, like the next two and the counters
 * @param writing whether it writes the table; the others wait to take over
 * @param writer the instance that writes, as far as this one knows
 * @param namespaces the names of the lists and of the table; null when an observer reports
 * @param units the number of units in the table
 * @param services the services in the table, and the registered ones that are known
 * @param refused names in the lists that cannot be used; known to the writer only
 * @param problem the problem with the store; null when it answers
 */
public record DistributorFigures(
        @Nullable String instance,
        boolean writing,
        @Nullable String writer,
        @Nullable StoreNames namespaces,
        int units,
        List<Service> services,
        List<Refusal> refused,
        @Nullable String problem,
        @Nullable Counts counters) {

    /**
     * A service.
     *
     * @param alive whether it answers pings and gets units
     * @param reason the reason why its last ping failed; null when it succeeded, or when that is not known
     */
    public record Service(
            String service, boolean alive, @Nullable String reason, List<String> units) {

        public Service {
            units = List.copyOf(units);
        }
    }

    /** The counters of the instance since its start. */
    public record Counts(
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

        private static Counts of(DistributorStatus.Counters counters) {
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

    public DistributorFigures {
        services = List.copyOf(services);
        refused = List.copyOf(refused);
    }

    /** Returns the figures as an instance knows them. */
    static DistributorFigures of(DistributorStatus status, StoreNames names, SortedMap<String, List<String>> table) {
        List<Service> services = status.services().isEmpty()
                ? services(table)
                : status.services().stream()
                        .map(service -> new Service(
                                service.service(),
                                service.alive(),
                                service.reason().orElse(null),
                                table.getOrDefault(service.service(), List.of())))
                        .toList();
        return new DistributorFigures(
                status.instance(),
                status.writing(),
                status.writer().orElse(null),
                names,
                units(table),
                services,
                status.refused(),
                status.problem().orElse(null),
                Counts.of(status.counters()));
    }

    /**
     * Returns the figures as an observer of the table knows them.
     *
     * @param absent the registered services that are not in the table, with the reason
     */
    public static DistributorFigures of(SortedMap<String, List<String>> table, SortedMap<String, String> absent) {
        List<Service> services = new ArrayList<>(services(table));
        absent.forEach((service, reason) -> services.add(new Service(service, false, reason, List.of())));
        return new DistributorFigures(null, false, null, null, units(table), services, List.of(), null, null);
    }

    private static List<Service> services(Map<String, List<String>> table) {
        return table.entrySet().stream()
                .map(service -> new Service(service.getKey(), true, null, service.getValue()))
                .toList();
    }

    private static int units(Map<String, List<String>> table) {
        return table.values().stream().mapToInt(List::size).sum();
    }
}
