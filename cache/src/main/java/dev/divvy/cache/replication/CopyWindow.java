package dev.divvy.cache.replication;

import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of copies that may wait and be in flight on a link. A change, and with it a client, waits behind them, so the window follows the
 * time that the other node takes: it shrinks while replies are late, which they are when that node or the network is slow, or when the node
 * has just started. While there are no changes nobody waits, and the window stays larger: a node that starts on a busy machine replies late
 * whatever it is sent. Not thread-safe.
 */
final class CopyWindow {

    static final long LEAST_BYTES = 32 << 10;
    static final long MOST_BYTES = 2 << 20;

    /** The least without changes. */
    static final long LEAST_ALONE_BYTES = 256 << 10;

    /** The least that the end of a copy counts: until it is confirmed, changes of the token wait. */
    static final int END_BYTES = 1 << 10;

    /** The time within which a reply shall arrive. */
    static final long TARGET_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The same without changes: the first change waits so long. */
    static final long TARGET_ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** The replies after a change until copies are alone again. */
    static final int SHARED_REPLIES = 4;

    /** One part until the first reply: a node that has just started may take a second for it. */
    private long limit = 1;

    private long used;

    /** The replies for which there are changes beside the copies. */
    private int sharedReplies;

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

    /** Takes note of a change of an entry on the same link. */
    void changed() {
        sharedReplies = SHARED_REPLIES;
    }

    /** Takes note of the reply to a request with this many bytes of copies, and of the time between the two. */
    void replied(long bytes, long nanos) {
        used -= bytes;
        if (bytes > 0) {
            boolean shared = sharedReplies > 0;
            sharedReplies -= shared ? 1 : 0;
            if (nanos > (shared ? TARGET_NANOS : TARGET_ALONE_NANOS)) {
                limit = Math.max(shared ? LEAST_BYTES : LEAST_ALONE_BYTES, limit / 2);
            } else {
                limit = Math.min(MOST_BYTES, shared ? limit + LEAST_BYTES : Math.max(LEAST_ALONE_BYTES, 2 * limit));
            }
        }
    }
}
