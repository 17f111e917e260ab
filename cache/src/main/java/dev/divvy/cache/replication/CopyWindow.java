package dev.divvy.cache.replication;

import java.util.concurrent.TimeUnit;

/**
 * The bytes of copies that may wait and be in flight on a link. A change, and with it a client, waits behind them, so the window follows the
 * time that the other node takes: it shrinks while replies are late, which they are when that node or the network is slow, or when the node
 * has just started. Not thread-safe.
 */
final class CopyWindow {

    static final long LEAST_BYTES = 32 << 10;
    static final long MOST_BYTES = 2 << 20;

    /** The time within which a reply shall arrive. */
    static final long TARGET_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private long limit = 4 * LEAST_BYTES;
    private long used;

    boolean hasRoom() {
        return used < limit;
    }

    void add(long bytes) {
        used += bytes;
    }

    /** Takes note of the reply to a request with this many bytes of copies, and of the time between the two. */
    void replied(long bytes, long nanos) {
        used -= bytes;
        if (bytes > 0) {
            limit = nanos > TARGET_NANOS ? Math.max(LEAST_BYTES, limit / 2) : Math.min(MOST_BYTES, limit + LEAST_BYTES);
        }
    }
}
