package dev.divvy.boardredis.connection;

import java.time.Duration;

/** The moment at which a call times out, on the monotonic clock of this JVM. */
record Deadline(long end, Duration timeout) {

    static Deadline after(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos(), timeout);
    }

    /** Returns an earlier deadline, for a part of the call. */
    Deadline atMost(Duration part) {
        return left() <= part.toNanos() ? this : new Deadline(System.nanoTime() + part.toNanos(), timeout);
    }

    /** Returns the nanoseconds left; never negative. */
    long left() {
        return Math.max(0, end - System.nanoTime());
    }

    boolean isOver() {
        return left() == 0;
    }

    @Override
    public String toString() {
        return timeout.toMillis() + " ms";
    }
}
