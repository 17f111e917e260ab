package dev.divvy.bench.report;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * The cost of one operation.
 *
 * @param nanos the time, as the median of the iterations: an iteration disturbed by other processes weighs no more than the rest
 * @param least the time of the fastest iteration
 * @param most the time of the slowest iteration
 * @param bytes the bytes allocated
 */
public record Measurement(double nanos, double least, double most, double bytes) {

    private static final String GARBAGE = "gc.alloc.rate.norm";

    public static Measurement of(RunResult result) {
        Statistics time = result.getPrimaryResult().getStatistics();
        Result<?> garbage = result.getSecondaryResults().get(GARBAGE);
        double bytes = garbage == null ? Double.NaN : garbage.getScore();
        return new Measurement(time.getPercentile(50), time.getMin(), time.getMax(), bytes);
    }
}
