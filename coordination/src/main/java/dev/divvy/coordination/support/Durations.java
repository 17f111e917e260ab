package dev.divvy.coordination.support;

import java.time.Duration;

/** Checks and converts durations that an application configures. */
public final class Durations {

    /** Longer than any setting needs, and far from an overflow in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(366);

    private Durations() {}

    /** Returns the value, or throws if it is not positive or is longer than a year. */
    public static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " " + value + " must be positive and at most a year");
        }
        return value;
    }

    /** Returns the value, or throws if it is outside these limits. */
    public static Duration between(String name, Duration value, Duration shortest, Duration longest) {
        if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
            throw new IllegalArgumentException(name + " " + value + " must be between " + shortest + " and " + longest);
        }
        return value;
    }

    /** Returns the nanoseconds to wait: 0 if the value is negative, {@link Long#MAX_VALUE} if it does not fit in a long. */
    public static long waitNanos(Duration value) {
        if (value.isNegative()) {
            return 0;
        }
        try {
            return value.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
