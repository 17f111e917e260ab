package dev.divvy.boardredis.link;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many replicas must have a change before it counts.
 *
 * @param replicas a fixed number; empty for as many as make a majority together with the master, of those that it has just then
 */
public record Copies(OptionalInt replicas) {

    /** Together with the master a majority, of the copies that there are just then: none on a server without replicas. */
    public static final Copies MAJORITY = new Copies(OptionalInt.empty());

    /** The longest silence of a replica that still counts as one: what Redis itself calls a good one by default. */
    private static final int LONGEST_SILENCE_SECONDS = 10;

    private static final Pattern REPLICA = Pattern.compile("slave\\d+:[^\r\n]*state=online[^\r\n]*lag=(\\d{1,9})");

    public Copies {
        if (replicas.isPresent() && replicas.getAsInt() < 0) {
            throw new IllegalArgumentException(replicas.getAsInt() + " replicas; the least is 0");
        }
    }

    /** So many replicas, whether the master has them or not: without them nothing changes. */
    public static Copies replicas(int number) {
        return new Copies(OptionalInt.of(number));
    }

    boolean dependOnTheMaster() {
        return replicas.isEmpty();
    }

    /** How many replicas it takes, by what the master says in INFO of its replication. */
    int needed(String info) {
        return replicas.orElseGet(() -> (1 + good(info)) / 2);
    }

    /** A replica that is silent for long must not stop everything until the master gives it up, after a minute. */
    private static int good(String info) {
        int count = 0;
        Matcher replica = REPLICA.matcher(info);
        while (replica.find()) {
            if (Integer.parseInt(replica.group(1)) <= LONGEST_SILENCE_SECONDS) {
                count++;
            }
        }
        return count;
    }
}
