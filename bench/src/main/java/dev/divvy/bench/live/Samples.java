package dev.divvy.bench.live;

import java.util.Arrays;
import java.util.Collection;

/** Several measurements of one quantity, sorted. */
public final class Samples {

    private final double[] sorted;

    public Samples(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    public static Samples of(Collection<? extends Number> values) {
        return new Samples(values.stream().mapToDouble(Number::doubleValue).toArray());
    }

    public int size() {
        return sorted.length;
    }

    public double median() {
        return percentile(50);
    }

    public double least() {
        return sorted[0];
    }

    public double most() {
        return sorted[sorted.length - 1];
    }

    /**
     * Returns the smallest value that this percentage of the values does not exceed; the median of an even number is the mean of the two in
     * the middle.
     */
    public double percentile(double percent) {
        double place = percent / 100 * sorted.length;
        int at = (int) Math.ceil(place) - 1;
        boolean between = place == at + 1 && at + 1 < sorted.length && percent == 50;
        return between ? (sorted[at] + sorted[at + 1]) / 2 : sorted[Math.max(0, at)];
    }
}
