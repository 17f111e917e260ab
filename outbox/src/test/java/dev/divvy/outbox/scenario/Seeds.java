package dev.divvy.outbox.scenario;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** The seeds to run: a new one every time, or the one given by {@code -Ddivvy.seed}; several in a long run. */
final class Seeds {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private Seeds() {}

    static boolean longRun() {
        return Boolean.getBoolean("divvy.long");
    }

    static long first() {
        return Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);
    }

    /** Returns one seed, or this many in a long run. */
    static LongStream several(int inLongRun) {
        long from = first();
        return LongStream.range(from, from + (longRun() ? inLongRun : 1));
    }

    /** Returns a new database name. */
    static String database() {
        return "scenario_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
    }
}
