package dev.divvy.cache.replication;

import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of copies that may wait and be in flight on a link. A change, and with it a client, waits behind them, so the window follows the
 * time that the other node takes: it shrinks while replies are late, which they are when that node or the network is slow, or when the node
 * has just started. Not thread-safe.
 */
final class CopyWindow {

    static final long LEAST_BYTES = 32 << 10;
    static final long MOST_BYTES = 2 << 20;

    /** The least that the end of a copy counts: until it is confirmed, changes of the token wait. */
    static final int END_BYTES = 1 << 10;

    /** The time within which a reply shall arrive. */
    static final long TARGET_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** One part until the first reply: a node that has just started may take a second for it. */
    private long limit = 1;

    private long used;

    /** Returns what a message of this length counts. */
    static int bytes(ReplicaMessage<?> message, int length) {
        if (message instanceof CopyEnd<?>) {
            return Math.max(length, END_BYTES);
        }
        return message instanceof CopyPart<?> ? length : 0;
    }

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
