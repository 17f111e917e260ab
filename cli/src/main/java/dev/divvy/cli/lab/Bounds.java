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
 * The fewest pieces that each event could have moved, in a cluster that was balanced before it and is balanced after it: the same
 * yardstick for all allocators. It is computed along a run of {@code sticky}, which is always balanced.
 */
final class Bounds {

    private Bounds() {}

    /**
     * Returns one bound per event.
     *
     * @param done gets the number of events done, after each event
     */
    static int[] of(LabSettings settings, IntConsumer done) {
        Churn churn = new Churn(settings);
        Tokens pieces = Tokens.wide(settings.pieces());
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
        Allocation now = planner.first(AllocatorTrial.START, pieces, churn.roster(), Directives.NONE);
        int[] bounds = new int[settings.events()];
        for (int event = 0; event < bounds.length; event++) {
            AllocationRequest request = AllocationRequest.of(pieces, churn.next(), Directives.NONE, Optional.of(now));
            bounds[event] = MoveBound.of(request);
            now = planner.next(now, pieces, churn.roster(), Directives.NONE, Acknowledgements.NONE);
            done.accept(event + 1);
        }
        return bounds;
    }
}
