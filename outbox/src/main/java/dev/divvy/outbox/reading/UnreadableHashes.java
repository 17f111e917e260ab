package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hashes of rows that the database fails to read, such as damaged ones. Scans leave them out for some time, with the later rows of their
 * entities, and read all others. Used by the poller only.
 */
final class UnreadableHashes {

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableHashes.class);
    private static final long LEFT_OUT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_HASHES = 1000;

    /** The times until which hashes are left out. */
    private final TreeMap<Integer, Long> until = new TreeMap<>();

    /** The hashes that were logged. */
    private final Set<Integer> logged = new HashSet<>();

    /** Returns whether an error may be due to the data of a single row: then a smaller page may do. */
    static boolean mayBeDueToARow(SQLException error) {
        String state = Objects.requireNonNullElse(error.getSQLState(), "");
        // Data exceptions, internal errors such as a damaged value, and the general error of MariaDB.
        return state.startsWith("22") || state.startsWith("XX") || state.equals("HY000");
    }

    void add(int hash, SQLException error) {
        if (until.size() >= MAX_HASHES) {
            until.clear();
            logged.clear();
        }
        until.put(hash, System.nanoTime() + LEFT_OUT_NANOS);
        if (logged.add(hash)) {
            LOG.error(
                    "an event with entity_id_hash {} cannot be read; it and the later events with this hash wait until it is repaired or"
                            + " deleted, which is checked once a minute: {}",
                    hash,
                    error.toString());
        }
    }

    /** Returns these ranges without the hashes that are left out now. */
    List<HashRange> without(List<HashRange> ranges) {
        until.values().removeIf(time -> time - System.nanoTime() <= 0);
        return until.isEmpty()
                ? ranges
                : ranges.stream().flatMap(range -> without(range).stream()).toList();
    }

    private List<HashRange> without(HashRange range) {
        List<HashRange> parts = new ArrayList<>();
        long first = range.first();
        for (int hash : until.subMap((int) range.first(), true, (int) range.last(), true)
                .keySet()) {
            if (first < hash) {
                parts.add(new HashRange(first, hash - 1L));
            }
            first = hash + 1L;
        }
        if (first <= range.last()) {
            parts.add(new HashRange(first, range.last()));
        }
        return parts;
    }
}
