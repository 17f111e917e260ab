package dev.divvy.coordination.member;

/** This process' monotonic clock, in nanoseconds since it was made: the only clock that the protocol knows. */
final class MonotonicClock {

    private final long start = System.nanoTime();

    long now() {
        return System.nanoTime() - start;
    }
}
