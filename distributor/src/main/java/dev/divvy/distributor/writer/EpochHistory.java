package dev.divvy.distributor.writer;

import dev.divvy.distributor.table.EpochBounds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/**
 * The epochs that an instance has seen since it started, kept even if the store is emptied: the highest one, and the age of each, so that
 * releasers are not waited for long after their grace time. Used by one writing thread at a
 * time.
 */
final class EpochHistory {

    /** Longer than the longest grace time. */
    private static final Duration EXPIRY = Duration.ofMinutes(2);

    private record Seen(long epoch, long at) {}

    private final Deque<Seen> recent = new ArrayDeque<>();
    private long highest;
    private long expiredBefore;

    /** Records that this epoch is stored at this time. */
    synchronized void observe(long epoch, long now) {
        if (epoch > highest) {
            highest = epoch;
            recent.addLast(new Seen(epoch, now));
        }
    }

    synchronized EpochBounds memory(long now) {
        while (!recent.isEmpty() && now - recent.getFirst().at() >= EXPIRY.toNanos()) {
            expiredBefore = recent.removeFirst().epoch() + 1;
        }
        // Services recognize by a new name that the store was emptied.
        String lineage = "table-" + UUID.randomUUID().toString().substring(0, 13);
        return new EpochBounds(lineage, highest, expiredBefore);
    }
}
