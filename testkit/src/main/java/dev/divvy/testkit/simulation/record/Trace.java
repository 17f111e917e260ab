package dev.divvy.testkit.simulation.record;

import dev.divvy.testkit.simulation.random.WallClocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The last events, formatted only on demand, and a fingerprint of all events. */
public final class Trace {

    private static final int KEPT = 64;

    private final long[] times = new long[KEPT];
    private final String[] actors = new String[KEPT];
    private final String[] actions = new String[KEPT];
    private final @Nullable Object[] values = new Object[KEPT];
    private long count;
    private long fingerprint;

    /** Adds an event. The value must be immutable: it is formatted later, if at all. */
    public void add(long now, String actor, String action, @Nullable Object value) {
        int slot = (int) (count++ % KEPT);
        times[slot] = now;
        actors[slot] = actor;
        actions[slot] = action;
        values[slot] = value;
        mix(now);
        mix(actor.hashCode() * 31L + action.hashCode());
    }

    public void mix(long value) {
        fingerprint = (fingerprint ^ value) * 0x9E3779B97F4A7C15L;
        fingerprint ^= fingerprint >>> 29;
    }

    public long fingerprint() {
        return fingerprint;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (long number = Math.max(0, count - KEPT); number < count; number++) {
            int slot = (int) (number % KEPT);
            Object value = values[slot];
            lines.add(String.format(
                    Locale.ROOT,
                    "%12.6fs  %-6s %s%s",
                    times[slot] / 1e9,
                    actors[slot],
                    actions[slot],
                    value == null ? "" : " " + WallClocks.shortened(TraceText.of(value))));
        }
        return lines;
    }
}
