package dev.divvy.distributor.client;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Fence;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.store.ServiceAssignment.AssignedUnit;
import dev.divvy.distributor.table.AwaitedRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The units that a service holds and those that it waits for, as a value, and the rules that lead to the next value.
 *
 * @param held the units that the service may work on, by name
 * @param waiting the units that the table gives to the service but that it does not hold yet
 */
record UnitHoldings(Map<String, Unit> held, Map<Awaited, Wait> waiting) {

    static final UnitHoldings EMPTY = new UnitHoldings(Map.of(), Map.of());

    /** A unit that the service got at an epoch. */
    record Awaited(String unit, long since) {}

    /**
     * The wait for a unit.
     *
     * @param began the {@link System#nanoTime()} at which it began
     * @param handoversUnknown whether the table may lack the former owners of the unit, so that the whole grace time is waited
     */
    record Wait(long began, boolean handoversUnknown) {}

    /**
     * The result of one look at the table.
     *
     * @param gained the units that the service may take up now
     * @param next the next holdings; they still wait for the gained units, which are not held until they are added by {@link #with}
     * @param lookAgain the {@link System#nanoTime()} at which the first grace time ends; empty when no wait goes on
     */
    record Step(List<Unit> gained, UnitHoldings next, OptionalLong lookAgain) {}

    UnitHoldings {
        held = Collections.unmodifiableMap(new TreeMap<>(held));
        waiting = Map.copyOf(waiting);
    }

    /** Returns the held units that must be released: the table gives them to other services now, or did so in between. */
    List<Unit> lost(ServiceAssignment assignment) {
        Map<String, Long> since = new HashMap<>();
        assignment.units().forEach(assigned -> since.put(assigned.unit(), assigned.since()));
        return held.values().stream()
                .filter(unit -> since.getOrDefault(unit.name(), Long.MAX_VALUE) > validUpTo(unit.fence(), assignment))
                .toList();
    }

    /** Returns the epoch up to which a fence is valid in this table; 0 in another lineage, where every move is newer. */
    private static long validUpTo(Fence fence, ServiceAssignment assignment) {
        return assignment
                        .version()
                        .filter(version -> version.lineage().equals(fence.lineage()))
                        .isPresent()
                ? fence.epoch()
                : 0;
    }

    /** Returns the holdings without these units, which were released. */
    UnitHoldings without(List<Unit> lost) {
        Map<String, Unit> rest = new HashMap<>(held);
        lost.forEach(unit -> rest.remove(unit.name()));
        return new UnitHoldings(rest, waiting);
    }

    /** Returns the holdings with one more unit, which was taken up. */
    UnitHoldings with(Unit unit) {
        Map<String, Unit> more = new HashMap<>(held);
        more.put(unit.name(), unit);
        return new UnitHoldings(more, waiting);
    }

    /**
     * Returns the units that may be taken up. A unit that a former owner still holds is waited for, at most the grace time.
     *
     * @param self the name of this service, which has released all units that it lost
     * @param handoversUnknown whether the writer of this table did not know that this service acknowledges, so that the table may lack its
     *     handovers
     */
    Step step(ServiceAssignment assignment, String self, boolean handoversUnknown, long now, Duration grace) {
        Map<Awaited, Wait> waits = new HashMap<>();
        List<Unit> gained = new ArrayList<>();
        OptionalLong lookAgain = OptionalLong.empty();
        Set<String> seen = new HashSet<>();
        for (AssignedUnit assigned : assignment.units()) {
            if (held.containsKey(assigned.unit()) || !seen.add(assigned.unit())) {
                continue;
            }
            Awaited awaited = new Awaited(assigned.unit(), assigned.since());
            Wait wait = waiting.getOrDefault(awaited, new Wait(now, handoversUnknown));
            waits.put(awaited, wait);
            long ends = wait.began() + grace.toNanos();
            if ((isFree(assigned, self) && !wait.handoversUnknown()) || now - ends >= 0) {
                gained.add(new Unit(assigned.unit(), fence(assignment, assigned)));
            } else {
                lookAgain = lookAgain.isEmpty() || ends - lookAgain.getAsLong() < 0 ? OptionalLong.of(ends) : lookAgain;
            }
        }
        return new Step(List.copyOf(gained), new UnitHoldings(held, waits), lookAgain);
    }

    private static boolean isFree(AssignedUnit assigned, String self) {
        return assigned.waitsFor().stream().map(AwaitedRelease::service).allMatch(self::equals);
    }

    private static Fence fence(ServiceAssignment assignment, AssignedUnit assigned) {
        Version version = assignment.version().orElse(new Version("no-table", 1));
        return new Fence(version.lineage(), assigned.since() > 0 ? assigned.since() : version.epoch());
    }
}
