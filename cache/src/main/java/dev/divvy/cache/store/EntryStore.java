package dev.divvy.cache.store;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** All shelves of a node, by token, with what they take together. Nobody here holds two monitors of shelves at once. */
public final class EntryStore {

    /** No bound. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    private static final int SAMPLES = 8;

    private final AtomicReferenceArray<@Nullable TokenStore> byToken;
    private final CacheClock clock;
    private final long maxBytes;
    private final int longestValue;
    private final StoreCounters counters = new StoreCounters();

    /** Which token is swept next. */
    private final AtomicInteger nextSwept = new AtomicInteger();

    /**
     * All empty.
     *
     * @param maxBytes of all entries together
     * @param longestValue bytes of a value that grows by what is added to it
     */
    public EntryStore(int tokens, long maxBytes, int longestValue, CacheClock clock) {
        if (tokens <= 0 || maxBytes <= 0 || longestValue <= 0) {
            throw new IllegalArgumentException("tokens, maxBytes and longestValue must be above 0, not " + tokens + ", "
                    + maxBytes + " and " + longestValue);
        }
        this.byToken = new AtomicReferenceArray<>(tokens);
        this.maxBytes = maxBytes;
        this.longestValue = longestValue;
        this.clock = clock;
    }

    public int tokens() {
        return byToken.length();
    }

    public long maxBytes() {
        return maxBytes;
    }

    public CacheClock clock() {
        return clock;
    }

    public StoreCounters counters() {
        return counters;
    }

    /** The shelf of a token; null when this node has none. */
    public @Nullable TokenStore of(int token) {
        return byToken.get(token);
    }

    /** The shelf of a token; a new and empty one if there was none. */
    public TokenStore open(int token) {
        TokenStore there = byToken.get(token);
        if (there != null) {
            return there;
        }
        TokenStore fresh = new TokenStore();
        TokenStore won = byToken.compareAndExchange(token, null, fresh);
        if (won != null) {
            return won;
        }
        take(fresh);
        return fresh;
    }

    /** From now on this is the shelf of the token; the one that was there before is forgotten. */
    public void adopt(int token, TokenStore shelf) {
        take(shelf);
        forget(byToken.getAndSet(token, shelf));
    }

    private void take(TokenStore shelf) {
        synchronized (shelf) {
            shelf.count(counters);
            shelf.bound(longestValue);
        }
    }

    /** Forgets the shelf of a token. Who still has it in hand changes nothing here any more. */
    public void drop(int token) {
        forget(byToken.getAndSet(token, null));
    }

    /** Forgets the shelf of a token, if it is still this one. */
    public void drop(int token, TokenStore shelf) {
        if (byToken.compareAndSet(token, shelf, null)) {
            forget(shelf);
        }
    }

    private static void forget(@Nullable TokenStore shelf) {
        if (shelf != null) {
            synchronized (shelf) {
                shelf.count(null);
            }
        }
    }

    /** Calls with every shelf and its token, without any monitor. */
    public void forEach(ObjIntConsumer<TokenStore> action) {
        for (int token = 0; token < byToken.length(); token++) {
            TokenStore shelf = byToken.get(token);
            if (shelf != null) {
                action.accept(shelf, token);
            }
        }
    }

    /** The shelf of this token or of the next that is on this node, all around; null when there is none with an entry. */
    private @Nullable TokenStore near(int token) {
        for (int i = 0; i < byToken.length(); i++) {
            TokenStore shelf = byToken.get((int) (((long) token + i) % byToken.length()));
            if (shelf != null && hasEntries(shelf)) {
                return shelf;
            }
        }
        return null;
    }

    private static boolean hasEntries(TokenStore shelf) {
        // Read without the monitor: a guess is good enough, who takes the monitor looks again.
        return shelf.size() > 0;
    }

    /**
     * To be called before a write, without any monitor: while there is more than the bound, what nobody asked for since long
     * is removed. What that is, is guessed from a few entries that are chosen by chance.
     */
    public void makeRoom() {
        if (maxBytes == UNBOUNDED) {
            return;
        }
        for (int failed = 0; counters.bytes() > maxBytes && failed < SAMPLES; ) {
            if (!evictOne()) {
                failed++;
            }
        }
    }

    private boolean evictOne() {
        long now = clock.millis();
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        TokenStore from = null;
        byte[] oldest = null;
        long idle = -1;
        for (int i = 0; i < SAMPLES; i++) {
            TokenStore shelf = near(chance.nextInt(byToken.length()));
            if (shelf == null) {
                return false;
            }
            synchronized (shelf) {
                byte[] entry = shelf.sample(chance.nextInt());
                if (entry != null && worth(entry, now) > idle) {
                    idle = worth(entry, now);
                    oldest = entry;
                    from = shelf;
                }
            }
        }
        if (from == null || oldest == null) {
            return false;
        }
        synchronized (from) {
            return from.evict(oldest);
        }
    }

    /** How much an entry deserves to go: an expired one most. */
    private static long worth(byte[] entry, long now) {
        return Entry.isExpired(entry, now) ? Long.MAX_VALUE : Integer.toUnsignedLong(Entry.idle(entry, now));
    }

    /** An entry that is chosen by chance and did not expire; null when none is found. */
    public byte @Nullable [] sample() {
        long now = clock.millis();
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        for (int i = 0; i < 100; i++) {
            TokenStore shelf = near(chance.nextInt(byToken.length()));
            if (shelf == null) {
                return null;
            }
            synchronized (shelf) {
                byte[] entry = shelf.sample(chance.nextInt());
                if (entry != null && !Entry.isExpired(entry, now)) {
                    return entry;
                }
            }
        }
        return null;
    }

    /** Removes expired entries, looking at no more than about so many; the next call goes on behind. For a timer. */
    public void sweep(int budget) {
        long now = clock.millis();
        int left = budget;
        for (int i = 0; i < byToken.length() && left > 0; i++) {
            int token = Math.floorMod(nextSwept.get(), byToken.length());
            TokenStore shelf = byToken.get(token);
            if (shelf != null) {
                synchronized (shelf) {
                    left -= shelf.sweep(now, left);
                }
                if (left == 0) {
                    return;
                }
            }
            nextSwept.incrementAndGet();
        }
    }

    /** Removes every entry of this node. */
    public void flush() {
        forEach((shelf, token) -> {
            synchronized (shelf) {
                shelf.flush();
            }
        });
    }
}
