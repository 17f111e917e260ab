package dev.divvy.bench.outbox;

import java.util.Arrays;

/** Several measurements of one thing, in order. */
final class Spread {

    private final double[] sorted;

    Spread(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    int size() {
        return sorted.length;
    }

    double median() {
        return percentile(50);
    }

    double least() {
        return sorted[0];
    }

    double most() {
        return sorted[sorted.length - 1];
    }

    /** The smallest that so many percent are not above; of two in the middle, the mean. */
    double percentile(double percent) {
        double place = percent / 100 * sorted.length;
        int at = (int) Math.ceil(place) - 1;
        boolean between = place == at + 1 && at + 1 < sorted.length && percent == 50;
        return between ? (sorted[at] + sorted[at + 1]) / 2 : sorted[Math.max(0, at)];
    }
}
