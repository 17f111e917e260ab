package dev.divvy.console.feed;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Allocators;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.console.view.OwnerRuns;
import dev.divvy.console.view.RuleView;
import java.util.ArrayList;
import java.util.List;

/** Computes a change by the rules of other systems: what each of them would have moved. A pure function. */
public final class RuleComparison {

    /** The name of the change as it was made. */
    public static final String AS_MADE = "divvy";

    private static final List<String> OTHERS = List.of("token-chunks", "ring", "hash-ring", "rendezvous", "modulo");

    private RuleComparison() {}

    /**
     * Returns the change as it was made, and by each of the other rules; none when the members and their weights stayed the same. Each rule
     * starts from its own division among the former members.
     */
    public static List<RuleView> of(Allocation before, Allocation after) {
        Roster former = before.directives().applyTo(before.roster());
        Roster roster = after.directives().applyTo(after.roster());
        if (former.size() == 0 || roster.size() == 0 || former.equals(roster)) {
            return List.of();
        }
        Allocation renumbered = Planner.renumbered(before, after.pieces(), Acknowledgements.NONE);
        List<RuleView> rules = new ArrayList<>();
        rules.add(new RuleView(AS_MADE, OwnerRuns.countMoved(renumbered, after), spread(after.division(), roster)));
        for (String name : OTHERS) {
            Planner planner = new Planner(Allocators.byName(name));
            Allocation first = planner.first(after.version(), after.pieces(), former, before.directives());
            Allocation next = planner.next(first, after.pieces(), roster, after.directives(), Acknowledgements.NONE);
            rules.add(new RuleView(name, OwnerRuns.countMoved(first, next), spread(next.division(), roster)));
        }
        return rules;
    }

    /** Returns the pieces of the fullest member minus those of the emptiest, among those that may own any. */
    private static int spread(Division division, Roster roster) {
        int most = 0;
        int least = Integer.MAX_VALUE;
        for (int member = 0; member < roster.size(); member++) {
            if (roster.get(member).weight() > 0) {
                int count = division.of(member).count();
                most = Math.max(most, count);
                least = Math.min(least, count);
            }
        }
        return Math.max(0, most - least);
    }
}
