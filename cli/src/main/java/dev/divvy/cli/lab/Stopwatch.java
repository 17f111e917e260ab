package dev.divvy.cli.lab;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import java.util.Arrays;
import java.util.Set;

/** Delegates to another allocator and measures the time of each allocation. */
final class Stopwatch implements Allocator {

    private final Allocator timed;
    private final long[] nanos;
    private int calls;

    /** @param calls the number of calls whose times are kept; if there are more, the latest ones */
    Stopwatch(Allocator timed, int calls) {
        this.timed = timed;
        this.nanos = new long[calls];
    }

    @Override
    public String name() {
        return timed.name();
    }

    @Override
    public Set<Law> laws() {
        return timed.laws();
    }

    @Override
    public Division allocate(AllocationRequest request) {
        long start = System.nanoTime();
        Division division = timed.allocate(request);
        nanos[calls++ % nanos.length] = System.nanoTime() - start;
        return division;
    }

    double medianMicros() {
        long[] sorted = Arrays.copyOf(nanos, Math.min(calls, nanos.length));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1000.0;
    }
}
