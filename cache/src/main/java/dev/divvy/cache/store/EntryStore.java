package dev.divvy.cache.store;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The token stores of a node, with a limit on their memory. No thread here holds the monitors of two token stores at once. */
public final class EntryStore {

    /** The limit of a store without a limit. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    private static final int SAMPLES = 8;

    private final AtomicReferenceArray<@Nullable TokenStore> byToken;
    private final CacheClock clock;
    private final long maxBytes;
    private final int maxValueLength;
    private final StoreCounters counters = new StoreCounters();

    /** The token that is swept next. */
    private final AtomicInteger nextSwept = new AtomicInteger();

    /**
     * Creates an empty store.
     *
     * @param maxBytes the memory of all entries together above which entries are evicted
     * @param maxValueLength the length up to which a value may grow by APPEND or SETRANGE
     */
    public EntryStore(int tokens, long maxBytes, int maxValueLength, CacheClock clock) {
        if (tokens <= 0 || maxBytes <= 0 || maxValueLength <= 0) {
            throw new IllegalArgumentException("tokens, maxBytes and maxValueLength must be above 0, not " + tokens
                    + ", " + maxBytes + " and " + maxValueLength);
        }
        this.byToken = new AtomicReferenceArray<>(tokens);
        this.maxBytes = maxBytes;
        this.maxValueLength = maxValueLength;
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

    /** Returns the store of a token; null when this node has none. */
    public @Nullable TokenStore get(int token) {
        return byToken.get(token);
    }

    /** Returns the store of a token; creates an empty one if there is none. */
    public TokenStore open(int token) {
        TokenStore existing = byToken.get(token);
        if (existing != null) {
            return existing;
        }
        TokenStore created = new TokenStore();
        TokenStore concurrent = byToken.compareAndExchange(token, null, created);
        if (concurrent != null) {
            return concurrent;
        }
        attach(created);
        return created;
    }

    /** Makes this the store of the token, in place of the present one. */
    public void adopt(int token, TokenStore store) {
        attach(store);
        detach(byToken.getAndSet(token, store));
    }

    private void attach(TokenStore store) {
        synchronized (store) {
            store.countIn(counters);
            store.limitValueLength(maxValueLength);
        }
    }

    /** Removes the store of a token. A thread that still uses it no longer affects the counters. */
    public void drop(int token) {
        detach(byToken.getAndSet(token, null));
    }

    /** Removes the store of a token, if it is still this one. */
    public void drop(int token, TokenStore store) {
        if (byToken.compareAndSet(token, store, null)) {
            detach(store);
        }
    }

    private static void detach(@Nullable TokenStore store) {
        if (store != null) {
            synchronized (store) {
                store.stopCounting();
            }
        }
    }

    /** Calls the action with every token store and its token, without holding a monitor. */
    public void forEach(ObjIntConsumer<TokenStore> action) {
        for (int token = 0; token < byToken.length(); token++) {
            TokenStore store = byToken.get(token);
            if (store != null) {
                action.accept(store, token);
            }
        }
    }

    /** Returns the first store with entries, from this token on and around; null when all are empty. */
    private @Nullable TokenStore nextNonEmpty(int token) {
        for (int i = 0; i < byToken.length(); i++) {
            TokenStore store = byToken.get((int) (((long) token + i) % byToken.length()));
            if (store != null && hasEntries(store)) {
                return store;
            }
        }
        return null;
    }

    private static boolean hasEntries(TokenStore store) {
        // Read without the monitor: a stale answer is good enough, since the caller looks again inside the monitor.
        return store.size() > 0;
    }

    /**
     * Evicts entries until the memory is within the limit; called before a write, without holding a monitor. Each time it evicts the
     * least recently used of a few randomly chosen entries.
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
        ThreadLocalRandom random = ThreadLocalRandom.current();
        TokenStore victimStore = null;
        byte[] victim = null;
        long highest = -1;
        for (int i = 0; i < SAMPLES; i++) {
            TokenStore store = nextNonEmpty(random.nextInt(byToken.length()));
            if (store == null) {
                return false;
            }
            synchronized (store) {
                byte[] entry = store.sample(random.nextInt());
                if (entry != null && evictionPriority(entry, now) > highest) {
                    highest = evictionPriority(entry, now);
                    victim = entry;
                    victimStore = store;
                }
            }
        }
        if (victimStore == null || victim == null) {
            return false;
        }
        synchronized (victimStore) {
            return victimStore.evict(victim);
        }
    }

    /** Returns the idle time of an entry; the highest value for an expired one. */
    private static long evictionPriority(byte[] entry, long now) {
        return EntryLayout.isExpired(entry, now)
                ? Long.MAX_VALUE
                : Integer.toUnsignedLong(EntryLayout.idle(entry, now));
    }

    /** Returns a randomly chosen entry that has not expired; null when none is found. */
    public byte @Nullable [] sample() {
        long now = clock.millis();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < 100; i++) {
            TokenStore store = nextNonEmpty(random.nextInt(byToken.length()));
            if (store == null) {
                return null;
            }
            synchronized (store) {
                byte[] entry = store.sample(random.nextInt());
                if (entry != null && !EntryLayout.isExpired(entry, now)) {
                    return entry;
                }
            }
        }
        return null;
    }

    /**
     * Removes expired entries; called by a timer. The next call continues where this one ends.
     *
     * @param limit the number of slots that may be inspected
     */
    public void sweep(int limit) {
        long now = clock.millis();
        int left = limit;
        for (int i = 0; i < byToken.length() && left > 0; i++) {
            int token = Math.floorMod(nextSwept.get(), byToken.length());
            TokenStore store = byToken.get(token);
            if (store != null) {
                synchronized (store) {
                    left -= store.sweep(now, left);
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
        forEach((store, token) -> {
            synchronized (store) {
                store.flush();
            }
        });
    }
}
