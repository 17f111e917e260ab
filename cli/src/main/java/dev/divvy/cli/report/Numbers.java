package dev.divvy.cli.report;

import java.util.Locale;

/** Formats numbers for people, with about three significant digits. */
public final class Numbers {

    private Numbers() {}

    /** Returns a ratio as {@code 1.00x}, {@code 17.6x}, {@code 320x}; {@code -} for one that is not finite. */
    public static String times(double ratio) {
        return Double.isFinite(ratio) ? shortened(ratio) + "x" : "-";
    }

    /** Returns a whole number as {@code 48,112}. */
    public static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a count with its noun: {@code 1 token}, {@code 1,000 tokens}. */
    public static String count(long number, String noun) {
        return whole(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns a time as {@code 7.20 us}, {@code 1.35 ms}. */
    public static String micros(double micros) {
        return micros < 1000 ? shortened(micros) + " us" : shortened(micros / 1000) + " ms";
    }

    /** Returns a number as {@code 4.20}, {@code 42.0}, {@code 420}. */
    public static String shortened(double number) {
        int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f", number);
    }
}
