package dev.divvy.bench.report;

/** What a benchmark of ours must keep to. */
public record Goal(double nanos, boolean noGarbage) {

    // Less is the harness' own: the smallest object has 16 bytes, so not one operation in a hundred makes one.
    private static final double NO_GARBAGE = 0.1;

    public static Goal within(double nanos) {
        return new Goal(nanos, false);
    }

    public static Goal withinAndNoGarbage(double nanos) {
        return new Goal(nanos, true);
    }

    boolean metBy(Measured measured) {
        return measured.nanos() <= nanos && (!noGarbage || isNone(measured.bytes()));
    }

    static boolean isNone(double bytes) {
        return bytes < NO_GARBAGE;
    }

    @Override
    public String toString() {
        return "at most " + Time.of(nanos).replaceFirst("\\.0+ ", " ") + (noGarbage ? ", no garbage" : "");
    }
}
