package dev.divvy.cache.replication;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The tokens that this node serves although the record names other owners, and whose next owners have everything. Closes them a few at a
 * time, so that each is served again after some round trips, however many move.
 */
final class LostTokens {

    /** The closed tokens that their next owners have not begun to take over. */
    static final int MOST_IN_TRANSIT = 64;

    /** The time after which more are closed even so: a next owner that was not told waits until everything is released. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongSupplier nanos;
    private final Set<LocalToken> ready = ConcurrentHashMap.newKeySet();
    private final AtomicInteger inTransit = new AtomicInteger();

    /** When tokens were closed last; used by the thread that closes them. */
    private long closedNanos;

    LostTokens(LongSupplier nanos) {
        this.nanos = nanos;
        this.closedNanos = nanos.getAsLong();
    }

    /** Follows the condition of a token, on any thread; returns whether tokens may be closed now. */
    boolean conditionChanged(LocalToken token, TokenCondition before, TokenCondition after) {
        if (before.closable() != after.closable()) {
            boolean unused = after.closable() ? ready.add(token) : ready.remove(token);
        }
        boolean arrived = before.inTransit() && !after.inTransit();
        if (arrived) {
            inTransit.decrementAndGet();
        } else if (after.inTransit() && !before.inTransit()) {
            inTransit.incrementAndGet();
        }
        boolean added = after.closable() && !before.closable();
        return (added && inTransit.get() < MOST_IN_TRANSIT)
                || (arrived && inTransit.get() <= MOST_IN_TRANSIT / 2 && !ready.isEmpty());
    }

    /** Whether tokens wait to be closed. */
    boolean isWaiting() {
        return !ready.isEmpty();
    }

    /** Closes some tokens; returns whether more can be closed at once. On one thread. */
    boolean close() {
        if (ready.isEmpty()) {
            return false;
        }
        long now = nanos.getAsLong();
        int room = MOST_IN_TRANSIT - inTransit.get();
        if (room <= 0) {
            if (now - closedNanos < PATIENCE_NANOS) {
                return false;
            }
            room = MOST_IN_TRANSIT;
        }
        closedNanos = now;
        Iterator<LocalToken> next = ready.iterator();
        for (int closed = 0; closed < room && next.hasNext(); closed++) {
            next.next().closeIfLost();
        }
        return !ready.isEmpty() && inTransit.get() < MOST_IN_TRANSIT;
    }
}
