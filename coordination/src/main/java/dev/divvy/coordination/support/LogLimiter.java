package dev.divvy.coordination.support;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Limits how often a line is logged: once per interval for each key. The next line can say how many were left out. */
public final class LogLimiter {

    /** Bounds the memory: all keys beyond share one. */
    private static final int MAX_KEYS = 1_000;

    private static final class Line {

        private long loggedAt;
        private long leftOut;

        private Line(long loggedAt) {
            this.loggedAt = loggedAt;
        }
    }

    private final long interval;
    private final LongSupplier clock;

    /** Guarded by this. */
    private final Map<String, Line> lines = new HashMap<>();

    public LogLimiter(Duration interval) {
        this(interval, System::nanoTime);
    }

    LogLimiter(Duration interval, LongSupplier clock) {
        this.interval = interval.toNanos();
        this.clock = clock;
    }

    /** Returns how many lines with this key were left out since the last one, when one is due now; empty when this one is left out. */
    public synchronized OptionalLong due(String key) {
        long now = clock.getAsLong();
        String bounded = lines.size() < MAX_KEYS || lines.containsKey(key) ? key : "";
        Line line = lines.get(bounded);
        if (line == null) {
            lines.put(bounded, new Line(now));
            return OptionalLong.of(0);
        }
        if (now - line.loggedAt < interval) {
            line.leftOut++;
            return OptionalLong.empty();
        }
        long leftOut = line.leftOut;
        line.loggedAt = now;
        line.leftOut = 0;
        return OptionalLong.of(leftOut);
    }
}
