package dev.divvy.testkit.simulation.random;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The calendars of the machines, which jump: incarnations are drawn from them, and nothing else may look at them. */
public final class WallClocks {

    /** The machine of the board; no member has this id. */
    public static final String BOARD = "";

    /** What a calendar that is right shows at the beginning, in milliseconds. */
    private static final long BEGINNING = 1_767_225_600_000L;

    private static final long MILLI = 1_000_000L;
    private static final int CHANCE_BITS = 16;
    private static final Pattern DRAWN = Pattern.compile("/(\\d{16,18})\\b");

    /** By member id, how wrong it is; a process that comes back is on the same machine. */
    private final NavigableMap<String, Long> wrong = new TreeMap<>();

    public void jump(String id, long span) {
        wrong.merge(id, span, Long::sum);
    }

    /** What the calendar of a member shows, in nanoseconds since the beginning. */
    public long of(String id, long now) {
        return now + wrong.getOrDefault(id, 0L);
    }

    /** Drawn as processes really do: from the calendar or above what the board told, and ending in chance. */
    public long incarnation(String id, long above, long now, SeededRandom dice) {
        long step = Math.max(above >> CHANCE_BITS, BEGINNING + of(id, now) / MILLI) + 1;
        return (step << CHANCE_BITS) | dice.below(1 << CHANCE_BITS);
    }

    /** A text in which drawn incarnations are short: by the milliseconds since the beginning, and their chance. */
    public static String shortened(String text) {
        return DRAWN.matcher(text).replaceAll(WallClocks::shortened);
    }

    private static String shortened(MatchResult drawn) {
        long number = Long.parseLong(drawn.group(1));
        return "/" + ((number >> CHANCE_BITS) - BEGINNING) + "." + Long.toHexString(number & ((1 << CHANCE_BITS) - 1));
    }
}
