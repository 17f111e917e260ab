package dev.divvy.distributor.store;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.AwaitedRelease;
import dev.divvy.distributor.table.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of the table that concerns one service.
 *
 * @param version the version of the table; empty before the first table
 * @param listed whether the service has a field, even an empty one
 */
public record ServiceAssignment(Optional<Version> version, boolean listed, List<AssignedUnit> units) {

    /**
     * A unit that the table gives to this service.
     *
     * @param since the epoch at which the service got it, as long as its handover is stored; otherwise 0
     * @param waitsFor the services that have not released it yet
     */
    public record AssignedUnit(String unit, long since, List<AwaitedRelease> waitsFor) {}

    public ServiceAssignment {
        units = List.copyOf(units);
    }

    /** Returns the assignment of a service in a distribution. */
    public static ServiceAssignment of(Distribution distribution, String service) {
        return of(
                distribution.version(),
                Optional.ofNullable(distribution.table().fields().get(service)),
                unit -> distribution.handovers().of(service, unit),
                distribution.acknowledged());
    }

    /** The services that have to release a unit, in the order in which they lost it. */
    @FunctionalInterface
    public interface Chains {
        List<AwaitedRelease> of(String unit);
    }

    /**
     * Parses a field of the table.
     *
     * @param acknowledged the acknowledged epochs, at least of the services in the chains
     */
    public static ServiceAssignment of(
            Optional<Version> version, Optional<String> field, Chains chains, Map<String, Long> acknowledged) {
        List<AssignedUnit> units = new ArrayList<>();
        for (String unit : AssignmentTable.units(field.orElse(""))) {
            List<AwaitedRelease> chain = chains.of(unit);
            long since = chain.stream().mapToLong(AwaitedRelease::epoch).max().orElse(0);
            List<AwaitedRelease> pending = chain.stream()
                    .filter(releaser -> acknowledged.getOrDefault(releaser.service(), 0L) < releaser.epoch())
                    .toList();
            units.add(new AssignedUnit(unit, since, pending));
        }
        return new ServiceAssignment(version, field.isPresent(), units);
    }
}
