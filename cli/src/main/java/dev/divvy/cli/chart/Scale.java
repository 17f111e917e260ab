package dev.divvy.cli.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * From values to places between two ends of an axis. Goes by ratios where the values differ by much, so that lines near the bottom
 * stay apart.
 *
 * @param low the value at the place {@code from}
 * @param high the value at the place {@code to}
 */
record Scale(double low, double high, boolean logarithmic, double from, double to) {

    /** Above this many times the smallest value, equal steps would press the small ones together. */
    private static final double MUCH = 3;

    private static final int TICKS = 5;

    /** A scale that holds these values (all above 0) with some air at both ends. */
    static Scale around(double smallest, double largest, double from, double to) {
        if (largest > smallest * MUCH) {
            double air = Math.pow(largest / smallest, 0.06);
            return new Scale(smallest / air, largest * air, true, from, to);
        }
        double air = Math.max(0.1, (largest - smallest) * 0.08);
        return new Scale(smallest - air, largest + air, false, from, to);
    }

    double place(double value) {
        double share = logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return from + share * (to - from);
    }

    /** Round values to mark, in ascending order. */
    List<Double> ticks() {
        return logarithmic ? roundPowers() : roundSteps();
    }

    private List<Double> roundSteps() {
        double rough = (high - low) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step); i * step <= high; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private List<Double> roundPowers() {
        // The more powers of ten, the less room between them.
        double[] digits = high / low > 2000
                ? new double[] {1}
                : high / low > 20 ? new double[] {1, 2, 5} : new double[] {1, 1.5, 2, 3, 5, 7};
        List<Double> ticks = new ArrayList<>();
        for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
            for (double digit : digits) {
                if (digit * power >= low && digit * power <= high) {
                    ticks.add(digit * power);
                }
            }
        }
        return ticks;
    }

    /** A tick as short as it can be said: {@code 1.2}, {@code 500}, {@code 20,000}. */
    static String label(double tick) {
        String text = String.format(Locale.ROOT, tick < 1000 ? "%.3f" : "%,.3f", tick);
        return text.replaceAll("\\.?0+$", "");
    }
}
