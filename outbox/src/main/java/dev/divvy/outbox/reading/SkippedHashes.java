package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hashes that have more rows behind a failed one than a page holds. Each is excluded from scans until its first event is due, or until it is
 * time to look for other entities with the same hash; the more its read costs, the longer. Used by the poller only.
 */
final class SkippedHashes {

    /** The time after which other entities of an excluded hash are looked for. */
    private static final long RECHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A hash is excluded for this many times the duration of its read, so that such reads take a bounded share of the poller's time. */
    private static final int REST_PER_READ = 20;

    /** One slow read must not hide other entities of the same hash for long. */
    private static final long MAX_REST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int MAX_HASHES = 100;

    /** The end of the exclusion, by hash. */
    private final NavigableMap<Integer, Long> until = new TreeMap<>();

    /** The tokens that were held when the hashes were excluded. */
    private @Nullable HeldTokens held;

    /** Forgets hashes whose token is no longer held, or was lost and gained again. */
    void update(HeldTokens now) {
        HeldTokens before = held;
        if (before != null && !before.equals(now)) {
            until.keySet().removeIf(hash -> !now.holdsSince(hash, before));
        }
        held = now;
    }

    /**
     * Excludes a hash for a while, unless too many are excluded already.
     *
     * @param cost nanoseconds that the database took to read it
     * @param due nanoseconds until the first of its events is due
     */
    void exclude(int hash, long now, long cost, long due) {
        if (until.size() < MAX_HASHES) {
            long rest = Math.max(REST_PER_READ * cost, Math.min(RECHECK_NANOS, due));
            until.put(hash, now + Math.min(MAX_REST_NANOS, rest));
        }
    }

    /** Returns the range without the excluded hashes. */
    List<HashRange> withoutExcluded(HashRange range, long now) {
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

    /** Returns the nanoseconds until the next excluded hash is to be read again. */
    long nanosToNext(long now) {
        return until.values().stream().mapToLong(time -> time - now).min().orElse(Long.MAX_VALUE);
    }
}
