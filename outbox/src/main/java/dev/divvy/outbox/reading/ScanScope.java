package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a scan reads of the tokens held: everything, or some buckets of hashes. A hash's bucket is its upper eight bits, from 0 for the lowest
 * hashes to 255; the database names the buckets in which events were inserted.
 *
 * @param everything whether all tokens held are read, whatever the buckets
 */
public record ScanScope(boolean everything, SortedSet<Integer> buckets) {

    public static final ScanScope EVERYTHING = new ScanScope(true, new TreeSet<>());
    static final ScanScope NOTHING = new ScanScope(false, new TreeSet<>());

    private static final int BUCKETS = 256;
    private static final long HASHES_PER_BUCKET = 1L << 24;

    /** Returns the scope that a notification of the database names: a bucket, or everything if it names none. */
    public static ScanScope ofNotification(String payload) {
        try {
            int bucket = Integer.parseInt(payload);
            if (bucket >= 0 && bucket < BUCKETS) {
                return new ScanScope(false, new TreeSet<>(List.of(bucket)));
            }
        } catch (NumberFormatException e) {
            // It names no bucket.
        }
        return EVERYTHING;
    }

    boolean isNothing() {
        return !everything && buckets.isEmpty();
    }

    ScanScope and(ScanScope other) {
        if (everything || other.everything) {
            return EVERYTHING;
        }
        SortedSet<Integer> union = new TreeSet<>(buckets);
        union.addAll(other.buckets);
        return new ScanScope(false, union);
    }

    /** Returns the part of these ranges that is read, in order. */
    List<HashRange> within(List<HashRange> ranges) {
        if (everything) {
            return ranges;
        }
        List<HashRange> parts = new ArrayList<>();
        for (HashRange range : ranges) {
            for (int bucket : buckets) {
                long start = Integer.MIN_VALUE + bucket * HASHES_PER_BUCKET;
                long first = Math.max(range.first(), start);
                long last = Math.min(range.last(), start + HASHES_PER_BUCKET - 1);
                if (first <= last) {
                    parts.add(new HashRange(first, last));
                }
            }
        }
        return parts;
    }
}
