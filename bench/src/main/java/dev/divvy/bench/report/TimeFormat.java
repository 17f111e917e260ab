package dev.divvy.bench.report;

import java.util.Locale;

/** Formats nanoseconds with three significant digits. */
public final class TimeFormat {

    private TimeFormat() {}

    public static String of(double nanos) {
        if (nanos < 1_000) {
            return number(nanos) + " ns";
        }
        return nanos < 1_000_000 ? number(nanos / 1_000) + " us" : number(nanos / 1_000_000) + " ms";
    }

    private static String number(double value) {
        String format = value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, value);
    }
}
