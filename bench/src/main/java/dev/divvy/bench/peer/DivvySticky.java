package dev.divvy.bench.peer;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.bench.members.AllAcknowledged;
import java.util.Arrays;
import java.util.List;

/** Divvy's sticky allocator: plans the whole next allocation, history included, from the names of the members. */
public final class DivvySticky implements Rebalancer<Allocation> {

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));

    @Override
    public String name() {
        return "divvy sticky";
    }

    @Override
    public Allocation first(int pieces, List<String> members) {
        return planner.first(new Version("bench", 1), Tokens.wide(pieces), roster(members), Directives.NONE);
    }

    @Override
    public Allocation change(Allocation before, List<String> members) {
        return planner.next(
                before, before.pieces(), roster(members), Directives.NONE, new AllAcknowledged(before.epoch()));
    }

    @Override
    public String[] owners(Allocation state) {
        return Arrays.stream(state.division().owners())
                .mapToObj(owner -> state.roster().get(owner).id())
                .toArray(String[]::new);
    }

    private static Roster roster(List<String> members) {
        return Roster.of(members.stream().map(Member::of).toList());
    }
}
