package dev.divvy.cli.lab;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.allocation.support.MoveBound;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The fewest pieces that each event could have moved, for a cluster that was balanced before it and is balanced after it: one
 * yardstick for all allocators. It is counted along a run of {@code sticky}, which is balanced at every moment.
 */
final class Bounds {

    private Bounds() {}

    /**
     * One bound an event.
     *
     * @param done told the number of events done, after each
     */
    static int[] of(LabSettings setup, IntConsumer done) {
        Churn churn = new Churn(setup);
        Tokens pieces = Tokens.wide(setup.pieces());
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
        Allocation now = planner.first(AllocatorTrial.START, pieces, churn.roster(), Directives.NONE);
        int[] bounds = new int[setup.events()];
        for (int event = 0; event < bounds.length; event++) {
            AllocationRequest request = AllocationRequest.of(pieces, churn.next(), Directives.NONE, Optional.of(now));
            bounds[event] = MoveBound.of(request);
            now = planner.next(now, pieces, churn.roster(), Directives.NONE, Acknowledgements.NONE);
            done.accept(event + 1);
        }
        return bounds;
    }
}
