package dev.divvy.cache.replication;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that this node serves although the record names other owners, and whose next owners have everything. Closes them a few at a
 * time, so that each is served again after some round trips, however many move.
 */
final class LostTokens {

    /** The closed tokens that their next owners have not begun to take over: at first, and while the way takes long. */
    static final int LEAST_IN_TRANSIT = 64;

    static final int MOST_IN_TRANSIT = 1024;

    /** While a token is on the way for less than this, more may be. */
    private static final long FAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** When a token is on the way for more than this, less may be: no request for it runs. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The time after which more are closed even so: a next owner that was not told waits until everything is released. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongSupplier nanos;

    /** In the order of their numbers: tokens that move together should be neighbours, so that those held, or gained, are few runs. */
    private final Set<LocalToken> ready = new ConcurrentSkipListSet<>(Comparator.comparingInt(LocalToken::token));

    private final AtomicInteger inTransit = new AtomicInteger();

    /** The number of tokens that may be on the way. */
    private volatile int limit = LEAST_IN_TRANSIT;

    /** A token on the way whose time is measured; null when there is none. */
    private final AtomicReference<@Nullable Probe> probe = new AtomicReference<>();

    private record Probe(LocalToken token, long closedNanos) {}

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
            measure(token);
        } else if (after.inTransit() && !before.inTransit()) {
            inTransit.incrementAndGet();
        }
        boolean added = after.closable() && !before.closable();
        return (added && inTransit.get() < limit) || (arrived && inTransit.get() <= limit / 2 && !ready.isEmpty());
    }

    @SuppressWarnings("ReferenceEquality") // there is one object per token
    private void measure(LocalToken arrived) {
        Probe measured = probe.get();
        if (measured != null && measured.token == arrived && probe.compareAndSet(measured, null)) {
            long tookNanos = nanos.getAsLong() - measured.closedNanos;
            if (tookNanos < FAST_NANOS) {
                limit = Math.min(2 * limit, MOST_IN_TRANSIT);
            } else if (tookNanos > SLOW_NANOS) {
                limit = Math.max(limit / 2, LEAST_IN_TRANSIT);
            }
        }
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
        int room = limit - inTransit.get();
        if (room <= 0) {
            if (now - closedNanos < PATIENCE_NANOS) {
                return false;
            }
            room = LEAST_IN_TRANSIT;
        }
        closedNanos = now;
        Iterator<LocalToken> next = ready.iterator();
        for (int closed = 0; closed < room && next.hasNext(); closed++) {
            LocalToken token = next.next();
            if (closed == room - 1 || !next.hasNext()) {
                probe.set(new Probe(token, now));
            }
            token.closeIfLost();
        }
        return !ready.isEmpty() && inTransit.get() < limit;
    }
}
