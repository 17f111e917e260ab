package dev.divvy.cache.traffic;

import dev.divvy.cache.memory.MemoryBudget;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The asynchronous requests of this process that have no reply yet, with limits on their number and their bytes. Thread-safe. */
final class AsyncRequestLimit {

    /** The most requests. */
    static final int MAX_REQUESTS = 10_000;

    /** The part of the node's budget that they may take; their changes wait once more in the messages to the copies. */
    private static final int BUDGET_PART = 8;

    private final MemoryBudget budget;
    private final long maxBytes;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** The threads that wait, inside the monitor of this object. */
    private final AtomicInteger waiting = new AtomicInteger();

    AsyncRequestLimit(MemoryBudget budget) {
        this.budget = budget;
        this.maxBytes = budget.limit() / BUDGET_PART;
    }

    boolean hasRoom() {
        return requests.get() < MAX_REQUESTS && bytes.get() < maxBytes;
    }

    void add(long length) {
        requests.incrementAndGet();
        bytes.addAndGet(length);
        budget.charge(length);
    }

    void remove(long length) {
        requests.decrementAndGet();
        bytes.addAndGet(-length);
        budget.release(length);
        if (waiting.get() > 0 && hasRoom()) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Waits until another request may run; returns false when the time ends first, or the thread is interrupted. */
    synchronized boolean awaitRoom(long nanos) {
        long end = System.nanoTime() + nanos;
        waiting.incrementAndGet();
        try {
            for (long left = nanos; !hasRoom(); left = end - System.nanoTime()) {
                if (left <= 0) {
                    return false;
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.decrementAndGet();
        }
    }

    /** Returns the reply to a request that found no room in time, in RESP. */
    String refusal() {
        long length = bytes.get();
        return "-BUSY " + requests.get() + " asynchronous requests"
                + (length < maxBytes ? "" : " of " + length + " bytes")
                + " are in flight and none was answered in time; wait for some before sending more\r\n";
    }
}
