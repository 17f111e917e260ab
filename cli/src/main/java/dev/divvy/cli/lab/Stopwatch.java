package dev.divvy.cli.lab;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import java.util.Arrays;
import java.util.Set;

/** An allocator whose answers are timed. What it answers is the other's. */
final class Stopwatch implements Allocator {

    private final Allocator timed;
    private final long[] nanos;
    private int answers;

    /** Has room for so many answers; the last ones count when there are more. */
    Stopwatch(Allocator timed, int answers) {
        this.timed = timed;
        this.nanos = new long[answers];
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
        nanos[answers++ % nanos.length] = System.nanoTime() - start;
        return division;
    }

    double medianMicros() {
        long[] sorted = Arrays.copyOf(nanos, Math.min(answers, nanos.length));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1000.0;
    }
}
