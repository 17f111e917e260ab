package dev.divvy.testkit.simulation.random;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The wall clocks of the machines, which jump: incarnations are drawn from them, and nothing else may read them. */
public final class WallClocks {

    /** The machine of the board; no member has this id. */
    public static final String BOARD = "";

    /** The initial time of a correct wall clock, in milliseconds. */
    private static final long START = 1_767_225_600_000L;

    private static final long MILLI = 1_000_000L;
    private static final int RANDOM_BITS = 16;
    private static final Pattern DRAWN = Pattern.compile("/(\\d{16,18})\\b");

    /** The error by member id; a process that comes back is on the same machine. */
    private final NavigableMap<String, Long> errors = new TreeMap<>();

    public void jump(String id, long span) {
        errors.merge(id, span, Long::sum);
    }

    /** Returns the time on a member's wall clock, in nanoseconds since the start. */
    public long of(String id, long now) {
        return now + errors.getOrDefault(id, 0L);
    }

    /**
     * Draws an incarnation number as real processes do: from the wall clock or above the number that the board returned, with random low
     * bits.
     */
    public long incarnation(String id, long above, long now, SeededRandom random) {
        long step = Math.max(above >> RANDOM_BITS, START + of(id, now) / MILLI) + 1;
        return (step << RANDOM_BITS) | random.below(1 << RANDOM_BITS);
    }

    /** Returns a text in which drawn incarnation numbers are shortened to the milliseconds since the start and the random bits. */
    public static String shortened(String text) {
        return DRAWN.matcher(text).replaceAll(WallClocks::shortened);
    }

    private static String shortened(MatchResult drawn) {
        long number = Long.parseLong(drawn.group(1));
        return "/" + ((number >> RANDOM_BITS) - START) + "." + Long.toHexString(number & ((1 << RANDOM_BITS) - 1));
    }
}
