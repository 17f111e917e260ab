package dev.divvy.cache.command.key;

/** Converts the number in a request to the millisecond at which an entry expires. */
final class ExpireTime {

    /** No valid expiry. */
    static final long INVALID = -1;

    private static final int SECOND = 1000;

    /** The meaning of the number: seconds or milliseconds, from now on or since the epoch. */
    enum Unit {
        EX(true, true),
        PX(false, true),
        EXAT(true, false),
        PXAT(false, false);

        private final boolean seconds;
        private final boolean relative;

        Unit(boolean seconds, boolean relative) {
            this.seconds = seconds;
            this.relative = relative;
        }
    }

    private ExpireTime() {}

    /** Returns the expiry for commands that set a value; the number must be above 0. */
    static long of(long number, Unit unit, long now) {
        return number <= 0 ? INVALID : ofAny(number, unit, now);
    }

    /** Returns the expiry for EXPIRE and its variants, where it may be in the past; 0 for a time before the epoch. */
    static long ofAny(long number, Unit unit, long now) {
        if (unit.seconds && (number > Long.MAX_VALUE / SECOND || number < Long.MIN_VALUE / SECOND)) {
            return INVALID;
        }
        long millis = unit.seconds ? number * SECOND : number;
        long base = unit.relative ? now : 0;
        if (millis > Long.MAX_VALUE - base) {
            return INVALID;
        }
        return Math.max(0, millis + base);
    }
}
