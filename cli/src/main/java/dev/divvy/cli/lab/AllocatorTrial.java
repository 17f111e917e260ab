package dev.divvy.cli.lab;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import java.util.function.IntConsumer;

/** The run of one allocator through all events. */
final class AllocatorTrial {

    static final Version START = new Version("lab", 1);

    private AllocatorTrial() {}

    /**
     * Every answer becomes the previous allocation of the next question.
     *
     * @param bounds of each event, from {@link Bounds}
     * @param done told the number of events done, after each
     */
    static AllocatorResult of(LabSettings setup, Allocator allocator, int[] bounds, IntConsumer done) {
        Stopwatch watch = new Stopwatch(allocator, setup.events());
        Planner planner = new Planner(watch);
        Tokens pieces = Tokens.wide(setup.pieces());
        Churn churn = new Churn(setup);
        Allocation now = planner.first(START, pieces, churn.roster(), Directives.NONE);
        LabTotals tally = new LabTotals(setup.events(), Balance.of(now.division()));
        for (int event = 0; event < setup.events(); event++) {
            now = planner.next(now, pieces, churn.next(), Directives.NONE, Acknowledgements.NONE);
            int moved = now.history().get(now.history().size() - 1).moved();
            tally.add(moved, bounds[event], Balance.of(now.division()));
            done.accept(event + 1);
        }
        return tally.outcome(watch, rangesPerMember(now));
    }

    private static double rangesPerMember(Allocation allocation) {
        double ranges = 0;
        for (int member = 0; member < allocation.roster().size(); member++) {
            ranges += allocation.division().of(member).size();
        }
        return ranges / allocation.roster().size();
    }
}
