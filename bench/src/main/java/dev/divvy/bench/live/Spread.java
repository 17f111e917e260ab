package dev.divvy.bench.live;

import java.util.Arrays;
import java.util.Collection;

/** Several measurements of one thing, in order. */
public final class Spread {

    private final double[] sorted;

    public Spread(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    public static Spread of(Collection<? extends Number> values) {
        return new Spread(values.stream().mapToDouble(Number::doubleValue).toArray());
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

    /** The smallest that so many percent are not above; of two in the middle, the mean. */
    public double percentile(double percent) {
        double place = percent / 100 * sorted.length;
        int at = (int) Math.ceil(place) - 1;
        boolean between = place == at + 1 && at + 1 < sorted.length && percent == 50;
        return between ? (sorted[at] + sorted[at + 1]) / 2 : sorted[Math.max(0, at)];
    }
}
