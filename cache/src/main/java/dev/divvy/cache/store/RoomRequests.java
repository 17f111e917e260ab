package dev.divvy.cache.store;

import java.util.Map;
import java.util.TreeMap;

/**
 * The bytes that the owners of copies shall evict, by token. Until their evictions arrive, these bytes count as free. Thread-safe.
 */
final class RoomRequests {

    private final long maxBytes;

    /** Guarded by this. */
    private final Map<Integer, Long> byToken = new TreeMap<>();

    /** The bytes of the requests that were taken last, and of those taken before them; guarded by this. */
    private long takenBytes;

    private long takenBefore;

    /** Those of the last two times, and those that were added since; written inside the monitor. */
    private volatile long bytes;

    /** @param maxBytes the bytes from which on no more requests are made */
    RoomRequests(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    long bytes() {
        return bytes;
    }

    boolean isFull() {
        return bytes >= maxBytes;
    }

    synchronized void add(int token, long more) {
        byToken.merge(token, more, Long::sum);
        bytes += more;
    }

    /**
     * Returns the requests that were added since the last call. They count until the call after the next: until then the owners have evicted
     * the entries.
     */
    synchronized Map<Integer, Long> take() {
        Map<Integer, Long> taken = new TreeMap<>(byToken);
        byToken.clear();
        bytes -= takenBefore;
        takenBefore = takenBytes;
        takenBytes = bytes - takenBefore;
        return taken;
    }
}
