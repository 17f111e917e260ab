package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.coordination.support.Backoff;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hashes of rows that the database fails to read, such as damaged ones. Scans leave them out for some time, with the later rows of their
 * entities, and read all others. The first time it is a second, because the error may be a passing one. Used by the poller only.
 */
final class UnreadableHashes {

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableHashes.class);
    /** The time for which a hash is left out: the second time and later twice as long as before. The error may be a passing one. */
    private static final Backoff LEFT_OUT = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** The time after which failures of a hash are forgotten, from the end of the time for which it was left out. */
    private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final int MAX_HASHES = 1000;

    private final TreeMap<Integer, LeftOut> hashes = new TreeMap<>();

    /**
     * A hash that could not be read.
     *
     * @param failures the number of reads in a row that failed
     * @param until the time until which it is left out
     */
    private record LeftOut(int failures, long until) {

        boolean isNow() {
            return until - System.nanoTime() > 0;
        }

        boolean isForgotten() {
            return System.nanoTime() - until > REMEMBERED_NANOS;
        }
    }

    /** Returns whether an error may be due to the data of a single row: then a smaller page may do. */
    static boolean mayBeDueToARow(SQLException error) {
        String state = Objects.requireNonNullElse(error.getSQLState(), "");
        // Data exceptions, internal errors such as a damaged value, and the general error of MariaDB.
        return state.startsWith("22") || state.startsWith("XX") || state.equals("HY000");
    }

    void add(int hash, SQLException error) {
        if (hashes.size() >= MAX_HASHES) {
            hashes.clear();
        }
        LeftOut before = hashes.get(hash);
        int failures = before == null ? 1 : before.failures + 1;
        hashes.put(hash, new LeftOut(failures, System.nanoTime() + LEFT_OUT.nanosAfter(failures)));
        if (failures == 2) {
            LOG.error(
                    "an event with entity_id_hash {} cannot be read; it and the later events with this hash wait until it is repaired or"
                            + " deleted, which is checked at least once a minute: {}",
                    hash,
                    error.toString());
        }
    }

    /** Returns these ranges without the hashes that are left out now. */
    List<HashRange> without(List<HashRange> ranges) {
        hashes.values().removeIf(LeftOut::isForgotten);
        return hashes.isEmpty()
                ? ranges
                : ranges.stream().flatMap(range -> without(range).stream()).toList();
    }

    private List<HashRange> without(HashRange range) {
        List<HashRange> parts = new ArrayList<>();
        long first = range.first();
        for (Map.Entry<Integer, LeftOut> entry : hashes.subMap((int) range.first(), true, (int) range.last(), true)
                .entrySet()) {
            int hash = entry.getKey();
            if (entry.getValue().isNow()) {
                if (first < hash) {
                    parts.add(new HashRange(first, hash - 1L));
                }
                first = hash + 1L;
            }
        }
        if (first <= range.last()) {
            parts.add(new HashRange(first, range.last()));
        }
        return parts;
    }
}
