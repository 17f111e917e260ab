package dev.divvy.bench.report;

/** The limits that a benchmark of Divvy must meet. */
public record Goal(double nanos, boolean noGarbage) {

    // Below this it is garbage of the harness: the smallest object has 16 bytes, so fewer than one operation in a
    // hundred makes one.
    private static final double NO_GARBAGE = 0.1;

    public static Goal within(double nanos) {
        return new Goal(nanos, false);
    }

    public static Goal withinAndNoGarbage(double nanos) {
        return new Goal(nanos, true);
    }

    boolean metBy(Measurement measurement) {
        return measurement.nanos() <= nanos && (!noGarbage || isNone(measurement.bytes()));
    }

    static boolean isNone(double bytes) {
        return bytes < NO_GARBAGE;
    }

    @Override
    public String toString() {
        return "at most " + TimeFormat.of(nanos).replaceFirst("\\.0+ ", " ") + (noGarbage ? ", no garbage" : "");
    }
}
