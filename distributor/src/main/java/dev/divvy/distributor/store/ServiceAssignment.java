package dev.divvy.distributor.store;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.UnitReleaser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a service reads of the table.
 *
 * @param version of the table; empty when none was ever written
 * @param listed whether the service has a field, be it empty
 */
public record ServiceAssignment(Optional<Version> version, boolean listed, List<Assigned> units) {

    /**
     * A unit that is this service's own.
     *
     * @param since the epoch at which it came, while that is remembered; else 0
     * @param waitsFor who has not let go of it yet
     */
    public record Assigned(String unit, long since, List<UnitReleaser> waitsFor) {}

    public ServiceAssignment {
        units = List.copyOf(units);
    }

    /** What a sheet says to a service. */
    public static ServiceAssignment of(Distribution sheet, String service) {
        return of(
                sheet.version(),
                Optional.ofNullable(sheet.table().fields().get(service)),
                unit -> sheet.motions().of(service, unit),
                sheet.acknowledged());
    }

    /** Whom a service waits for, by unit. */
    @FunctionalInterface
    public interface Chains {
        List<UnitReleaser> of(String unit);
    }

    /**
     * Reads a field.
     *
     * @param acknowledged at least of those that are in a chain
     */
    public static ServiceAssignment of(
            Optional<Version> version, Optional<String> field, Chains chains, Map<String, Long> acknowledged) {
        List<Assigned> units = new ArrayList<>();
        for (String unit : AssignmentTable.units(field.orElse(""))) {
            List<UnitReleaser> chain = chains.of(unit);
            long since = chain.stream().mapToLong(UnitReleaser::epoch).max().orElse(0);
            List<UnitReleaser> open = chain.stream()
                    .filter(releaser -> acknowledged.getOrDefault(releaser.service(), 0L) < releaser.epoch())
                    .toList();
            units.add(new Assigned(unit, since, open));
        }
        return new ServiceAssignment(version, field.isPresent(), units);
    }
}
