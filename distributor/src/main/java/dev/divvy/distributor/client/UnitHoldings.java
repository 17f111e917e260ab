package dev.divvy.distributor.client;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Fence;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.store.ServiceAssignment.Assigned;
import dev.divvy.distributor.table.UnitReleaser;
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
 * What a service holds and what it waits for: a value, and the rules by which it becomes the next one.
 *
 * @param held by name
 * @param waiting what is this service's own and not held
 */
record UnitHoldings(Map<String, Unit> held, Map<Awaited, Wait> waiting) {

    static final UnitHoldings EMPTY = new UnitHoldings(Map.of(), Map.of());

    /** A unit that came at an epoch. */
    record Awaited(String unit, long since) {}

    /**
     * How a unit is waited for.
     *
     * @param began a moment of the clock
     * @param blind nobody could say then whom to wait for: so the whole grace time is waited
     */
    record Wait(long began, boolean blind) {}

    /**
     * What follows from a look at the table.
     *
     * @param next with all that is waited for, and also with what may be taken up: until it is, it is not held
     * @param again when to look again, at the latest, because a grace time ends; a moment of the clock
     */
    record Play(List<Unit> gained, UnitHoldings next, OptionalLong again) {}

    UnitHoldings {
        held = Collections.unmodifiableMap(new TreeMap<>(held));
        waiting = Map.copyOf(waiting);
    }

    /** What must be let go of: it is not this service's any more, or has been somebody else's meanwhile. */
    List<Unit> lost(ServiceAssignment posting) {
        Map<String, Long> since = new HashMap<>();
        posting.units().forEach(assigned -> since.put(assigned.unit(), assigned.since()));
        return held.values().stream()
                .filter(unit -> since.getOrDefault(unit.name(), Long.MAX_VALUE) > known(unit.fence(), posting))
                .toList();
    }

    /** Up to which epoch of this table a fence is good: in another line of epochs nothing that moves was known of. */
    private static long known(Fence fence, ServiceAssignment posting) {
        return posting.version()
                        .filter(version -> version.lineage().equals(fence.lineage()))
                        .isPresent()
                ? fence.epoch()
                : 0;
    }

    /** Without these: they were let go of. */
    UnitHoldings without(List<Unit> lost) {
        Map<String, Unit> rest = new HashMap<>(held);
        lost.forEach(unit -> rest.remove(unit.name()));
        return new UnitHoldings(rest, waiting);
    }

    /** With one more, which was taken up. */
    UnitHoldings with(Unit unit) {
        Map<String, Unit> more = new HashMap<>(held);
        more.put(unit.name(), unit);
        return new UnitHoldings(more, waiting);
    }

    /**
     * What may be taken up. Whoever still has it is waited for, but not for ever.
     *
     * @param self the name of this service: of what it lost it has let go
     * @param blind the writer of this table did not know that this service wants to be told whom to wait for
     */
    Play play(ServiceAssignment posting, String self, boolean blind, long now, Duration grace) {
        Map<Awaited, Wait> waits = new HashMap<>();
        List<Unit> gained = new ArrayList<>();
        OptionalLong again = OptionalLong.empty();
        Set<String> seen = new HashSet<>();
        for (Assigned assigned : posting.units()) {
            if (held.containsKey(assigned.unit()) || !seen.add(assigned.unit())) {
                continue;
            }
            Awaited awaited = new Awaited(assigned.unit(), assigned.since());
            Wait wait = waiting.getOrDefault(awaited, new Wait(now, blind));
            waits.put(awaited, wait);
            long ends = wait.began() + grace.toNanos();
            if ((isFree(assigned, self) && !wait.blind()) || now - ends >= 0) {
                gained.add(new Unit(assigned.unit(), fence(posting, assigned)));
            } else {
                again = again.isEmpty() || ends - again.getAsLong() < 0 ? OptionalLong.of(ends) : again;
            }
        }
        return new Play(List.copyOf(gained), new UnitHoldings(held, waits), again);
    }

    private static boolean isFree(Assigned assigned, String self) {
        return assigned.waitsFor().stream().map(UnitReleaser::service).allMatch(self::equals);
    }

    private static Fence fence(ServiceAssignment posting, Assigned assigned) {
        Version version = posting.version().orElse(new Version("no-table", 1));
        return new Fence(version.lineage(), assigned.since() > 0 ? assigned.since() : version.epoch());
    }
}
