package dev.divvy.testkit.simulation.record;

import dev.divvy.testkit.simulation.random.WallClocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The last things that happened, told only when somebody asks, and a fingerprint of all of them. */
public final class Trace {

    private static final int KEPT = 64;

    private final long[] times = new long[KEPT];
    private final String[] whos = new String[KEPT];
    private final String[] whats = new String[KEPT];
    private final @Nullable Object[] values = new Object[KEPT];
    private long told;
    private long fingerprint;

    /** The value must be immutable: it is turned into words later, if at all. */
    public void tell(long now, String who, String what, @Nullable Object value) {
        int slot = (int) (told++ % KEPT);
        times[slot] = now;
        whos[slot] = who;
        whats[slot] = what;
        values[slot] = value;
        mix(now);
        mix(who.hashCode() * 31L + what.hashCode());
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
        for (long turn = Math.max(0, told - KEPT); turn < told; turn++) {
            int slot = (int) (turn % KEPT);
            Object value = values[slot];
            lines.add(String.format(
                    Locale.ROOT,
                    "%12.6fs  %-6s %s%s",
                    times[slot] / 1e9,
                    whos[slot],
                    whats[slot],
                    value == null ? "" : " " + WallClocks.shortened(TraceText.of(value))));
        }
        return lines;
    }
}
