package dev.divvy.bench.allocation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.bench.members.AllAcknowledged;
import java.util.List;

/** Allocations of groups under the default allocator. */
final class StickyAllocations {

    static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));

    static final Allocation EMPTY = first(1, Roster.EMPTY);

    private StickyAllocations() {}

    static Allocation first(int tokens, Roster roster) {
        return PLANNER.first(new Version("bench", 1), Tokens.wide(tokens), roster, Directives.NONE);
    }

    static Allocation next(Allocation before, Roster roster) {
        return PLANNER.next(before, before.pieces(), roster, Directives.NONE, new AllAcknowledged(before.epoch()));
    }

    /** Returns the allocation after all of these rosters, one epoch each. */
    static Allocation after(int tokens, List<Roster> walk) {
        Allocation now = first(tokens, walk.get(0));
        for (Roster roster : walk.subList(1, walk.size())) {
            now = next(now, roster);
        }
        return now;
    }
}
