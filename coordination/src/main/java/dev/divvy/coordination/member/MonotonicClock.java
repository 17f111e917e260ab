package dev.divvy.coordination.member;

/** The process's monotonic clock, in nanoseconds since it was created: the only clock that the protocol uses. */
final class MonotonicClock {

    private final long start = System.nanoTime();

    long now() {
        return System.nanoTime() - start;
    }
}
