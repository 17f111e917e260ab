package dev.divvy.bench.report;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * What an operation costs.
 *
 * @param nanos its time, the median of the iterations: one that others disturbed does not count more than the rest
 * @param least the time of the fastest iteration
 * @param most the time of the slowest
 * @param bytes its garbage
 */
public record Measured(double nanos, double least, double most, double bytes) {

    private static final String GARBAGE = "gc.alloc.rate.norm";

    public static Measured of(RunResult result) {
        Statistics time = result.getPrimaryResult().getStatistics();
        Result<?> garbage = result.getSecondaryResults().get(GARBAGE);
        double bytes = garbage == null ? Double.NaN : garbage.getScore();
        return new Measured(time.getPercentile(50), time.getMin(), time.getMax(), bytes);
    }
}
