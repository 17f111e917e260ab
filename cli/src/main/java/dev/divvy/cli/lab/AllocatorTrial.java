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
     * Runs the events; each allocation is the previous allocation of the next request.
     *
     * @param bounds the bound of each event, from {@link Bounds}
     * @param done gets the number of events done, after each event
     */
    static AllocatorResult of(LabSettings settings, Allocator allocator, int[] bounds, IntConsumer done) {
        Stopwatch watch = new Stopwatch(allocator, settings.events());
        Planner planner = new Planner(watch);
        Tokens pieces = Tokens.wide(settings.pieces());
        Churn churn = new Churn(settings);
        Allocation now = planner.first(START, pieces, churn.roster(), Directives.NONE);
        LabTotals totals = new LabTotals(settings.events(), Balance.of(now.division()));
        for (int event = 0; event < settings.events(); event++) {
            now = planner.next(now, pieces, churn.next(), Directives.NONE, Acknowledgements.NONE);
            int moved = now.history().get(now.history().size() - 1).moved();
            totals.add(moved, bounds[event], Balance.of(now.division()));
            done.accept(event + 1);
        }
        return totals.result(watch, rangesPerMember(now));
    }

    private static double rangesPerMember(Allocation allocation) {
        double ranges = 0;
        for (int member = 0; member < allocation.roster().size(); member++) {
            ranges += allocation.division().of(member).size();
        }
        return ranges / allocation.roster().size();
    }
}
