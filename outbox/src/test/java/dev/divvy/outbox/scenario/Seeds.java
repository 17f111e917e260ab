package dev.divvy.outbox.scenario;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** Which seeds are run: one that is new every time, or the one given by {@code -Ddivvy.seed}; more of them in a long run. */
final class Seeds {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private Seeds() {}

    static boolean longRun() {
        return Boolean.getBoolean("divvy.long");
    }

    static long one() {
        return Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);
    }

    /** One, or so many in a long run. */
    static LongStream several(int inLongRun) {
        long first = one();
        return LongStream.range(first, first + (longRun() ? inLongRun : 1));
    }

    /** A database of its own for each scenario. */
    static String database() {
        return "scenario_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
    }
}
