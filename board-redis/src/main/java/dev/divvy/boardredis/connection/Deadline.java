package dev.divvy.boardredis.connection;

import java.time.Duration;

/** The moment at which somebody stops waiting, on this JVM's own monotonic clock. */
record Deadline(long end, Duration patience) {

    static Deadline after(Duration patience) {
        return new Deadline(System.nanoTime() + patience.toNanos(), patience);
    }

    /** An earlier one, for a part of the whole. */
    Deadline atMost(Duration part) {
        return left() <= part.toNanos() ? this : new Deadline(System.nanoTime() + part.toNanos(), patience);
    }

    /** How many nanoseconds are left; never below 0. */
    long left() {
        return Math.max(0, end - System.nanoTime());
    }

    boolean isOver() {
        return left() == 0;
    }

    @Override
    public String toString() {
        return patience.toMillis() + " ms";
    }
}
