package dev.divvy.cache.memory;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that requests, replies and transfers of a node may hold at once. It refuses nothing: it says which of its holders may take
 * more. While less than half is used, all may. After that only those that hold less than their share of the other half, so those that hold
 * the most wait; and the one that has waited the longest, so that some request can always be completed. Used by all threads.
 */
public final class MemoryBudget {

    /** The part of the Java heap that is the default. */
    private static final int HEAP_DIVISOR = 5;

    private static final long SMALLEST = 1L << 20;

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicInteger accounts = new AtomicInteger();

    /** In the order in which they began to wait; guarded by its own monitor. */
    private final Set<Account> waiting = new LinkedHashSet<>();

    /** The account that has waited the longest; written inside the monitor of the waiting accounts. */
    private volatile @Nullable Account first;

    public MemoryBudget(long limit) {
        if (limit < SMALLEST) {
            throw new IllegalArgumentException(
                    "a budget of " + limit + " bytes is too small; give at least " + SMALLEST);
        }
        this.limit = limit;
    }

    /** Returns the default: a fifth of the Java heap. */
    public static long ofHeap() {
        return Math.max(SMALLEST, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
    }

    public long limit() {
        return limit;
    }

    /** Returns the bytes that are held. */
    public long used() {
        return used.get();
    }

    /** Whether any holder may take more. */
    public boolean hasRoom() {
        return used.get() <= limit / 2;
    }

    /** Adds bytes that are held by no account of their own; {@link #release} must follow. */
    public void charge(long bytes) {
        used.addAndGet(bytes);
    }

    public void release(long bytes) {
        used.addAndGet(-bytes);
        wakeIfRoom();
    }

    /**
     * Opens the account of one holder.
     *
     * @param resume called, on any thread, when the holder may take more after {@link Account#awaitRoom}
     */
    public Account open(Runnable resume) {
        accounts.incrementAndGet();
        return new Account(resume);
    }

    private void wakeIfRoom() {
        if (first == null || !hasRoom()) {
            return;
        }
        List<Account> woken = new ArrayList<>();
        synchronized (waiting) {
            long room = limit / 2 - used.get();
            // A buffer that is full doubles: each of them may soon hold twice as much.
            Iterator<Account> longest = waiting.iterator();
            while (longest.hasNext()) {
                Account account = longest.next();
                room -= account.held;
                if (room < 0) {
                    break;
                }
                longest.remove();
                woken.add(account);
            }
            first = waiting.isEmpty() ? null : waiting.iterator().next();
        }
        Account next = first;
        if (next != null) {
            next.resume.run();
        }
        woken.forEach(account -> account.resume.run());
    }

    /** The bytes of one holder. Its methods are called by one thread at a time. */
    public final class Account implements AutoCloseable {

        /** Smaller changes are not counted, so that small requests never touch what all threads share. */
        private static final int GRANULARITY_BITS = 14;

        private final Runnable resume;
        /** Written by the thread of the holder; others read it to guess. */
        private volatile long held;

        private boolean closed;

        private Account(Runnable resume) {
            this.resume = resume;
        }

        /** Records the bytes that the holder has now. */
        public void hold(long bytes) {
            long rounded = bytes >> GRANULARITY_BITS << GRANULARITY_BITS;
            long change = rounded - held;
            if (change == 0 || closed) {
                return;
            }
            held = rounded;
            used.addAndGet(change);
            if (change < 0) {
                if (held <= share()) {
                    stopWaiting();
                }
                wakeIfRoom();
            }
        }

        public long held() {
            return held;
        }

        /** Whether the holder may take more now. */
        public boolean mayGrow() {
            return hasRoom() || held <= share() || first == this;
        }

        private long share() {
            return limit / 2 / Math.max(1, accounts.get());
        }

        /** Has the holder resumed when it may take more, at once if it may already. */
        public void awaitRoom() {
            synchronized (waiting) {
                waiting.add(this);
                if (first == null) {
                    first = this;
                }
            }
            if (mayGrow()) {
                resume.run();
            }
        }

        /** Whether this account has waited the longest: all others wait until it has what it needs. */
        public boolean isFirst() {
            return first == this;
        }

        private void stopWaiting() {
            if (first == null) {
                return;
            }
            Account next = null;
            synchronized (waiting) {
                waiting.remove(this);
                if (first == this) {
                    next = waiting.isEmpty() ? null : waiting.iterator().next();
                    first = next;
                }
            }
            if (next != null) {
                next.resume.run();
            }
        }

        /** Gives everything back. */
        @Override
        public void close() {
            if (!closed) {
                hold(0);
                closed = true;
                accounts.decrementAndGet();
                stopWaiting();
            }
        }
    }
}
