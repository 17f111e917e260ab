package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of which more rows wait behind a failed one than a page has. They are not read again and again: each is left out until its first
 * event is due or other entities with the same hash should be looked for; the more a read of it costs, the longer. Used by the poller only.
 */
final class BlockedHashes {

    private static final long RARELY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Reading blocked hashes takes one part of so many of the poller's time. */
    private static final int PARTS = 20;

    /** A slow moment of the database must not hide others of the same hash for long. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int MOST = 100;

    /** By hash, until when it is left out. */
    private final NavigableMap<Integer, Long> until = new TreeMap<>();

    /** What was held when they were seen. */
    private @Nullable HeldTokens held;

    /** What is held now: what is known of hashes that are held no longer, or anew, is of no use. */
    void held(HeldTokens now) {
        HeldTokens before = held;
        if (before != null && !before.equals(now)) {
            until.keySet().removeIf(hash -> !now.holdsSince(hash, before));
        }
        held = now;
    }

    /**
     * Leaves a hash out for a while. If there are too many, it is read like any other.
     *
     * @param cost how long the database took to read it
     * @param due until the first of its events is due
     */
    void leaveOut(int hash, long now, long cost, long due) {
        if (until.size() < MOST) {
            long rest = Math.max(PARTS * cost, Math.min(RARELY_NANOS, due));
            until.put(hash, now + Math.min(LONGEST_NANOS, rest));
        }
    }

    /** The range without the hashes that are left out. */
    List<HashRange> cut(HashRange range, long now) {
        until.values().removeIf(time -> time - now <= 0);
        List<HashRange> parts = new ArrayList<>();
        long first = range.first();
        for (int hash : until.keySet()) {
            if (hash >= first && hash <= range.last()) {
                add(parts, first, hash - 1L);
                first = hash + 1L;
            }
        }
        add(parts, first, range.last());
        return parts;
    }

    private static void add(List<HashRange> parts, long first, long last) {
        if (first <= last) {
            parts.add(new HashRange(first, last));
        }
    }

    /** How long until the first of them is read again. */
    long soonest(long now) {
        return until.values().stream().mapToLong(time -> time - now).min().orElse(Long.MAX_VALUE);
    }
}
