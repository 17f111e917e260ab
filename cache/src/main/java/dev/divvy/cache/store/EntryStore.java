package dev.divvy.cache.store;

import dev.divvy.coordination.support.DaemonThreads;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The token stores of a node, with a limit on their memory. No thread here holds the monitors of two token stores at once. */
public final class EntryStore {

    /** The limit of a store without a limit. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    private static final int SAMPLES = 8;

    /** The time that one write may spend on evictions, unless it must evict more. */
    static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The bytes up to which a write evicts more than it adds. */
    static final long MAX_SLICE_BYTES = 1 << 20;

    /** The slots as which a token counts in a sweep: to look at it costs about as much. */
    private static final int SLOTS_PER_TOKEN = 10;

    private final AtomicReferenceArray<@Nullable TokenStore> byToken;
    private final CacheClock clock;
    private final LongSupplier nanos;
    private final long maxBytes;
    private final int maxValueLength;
    private final StoreCounters counters = new StoreCounters();
    private final StoreCounters copies = new StoreCounters();
    private final NonEmptyTokens nonEmpty;
    private final NonEmptyTokens nonEmptyCopies;
    private final RoomRequests roomRequests;

    /** The bytes that other nodes asked this one to evict, by token. */
    private final Map<Integer, Long> requestedHere = new ConcurrentHashMap<>();

    /** Set before the first token store is opened. */
    private volatile StoreObserver observer = StoreObserver.NONE;

    /** The memory after a write last evicted entries, or after entries arrived. */
    private final AtomicLong bytesBefore;

    /** The token that is swept next. */
    private final AtomicInteger nextSwept = new AtomicInteger();

    /**
     * Creates an empty store.
     *
     * @param maxBytes the memory of all entries together above which entries are evicted
     * @param maxValueLength the length up to which a value may grow by APPEND or SETRANGE
     */
    public EntryStore(int tokens, long maxBytes, int maxValueLength, CacheClock clock) {
        this(tokens, maxBytes, maxValueLength, clock, System::nanoTime);
    }

    /** @param nanos the clock that limits the time of evictions */
    EntryStore(int tokens, long maxBytes, int maxValueLength, CacheClock clock, LongSupplier nanos) {
        if (tokens <= 0 || maxBytes <= 0 || maxValueLength <= 0) {
            throw new IllegalArgumentException("tokens, maxBytes and maxValueLength must be above 0, not " + tokens
                    + ", " + maxBytes + " and " + maxValueLength);
        }
        this.byToken = new AtomicReferenceArray<>(tokens);
        this.maxBytes = maxBytes;
        this.maxValueLength = maxValueLength;
        this.clock = clock;
        this.nanos = nanos;
        this.nonEmpty = new NonEmptyTokens(tokens);
        this.nonEmptyCopies = new NonEmptyTokens(tokens);
        this.roomRequests = new RoomRequests(maxBytes / 8);
        this.bytesBefore = new AtomicLong(maxBytes);
    }

    /** Asks the JVM for the size of references beside this thread: it takes some time, and the first entry would wait for it. */
    public static void prepare() {
        DaemonThreads.start("divvy-cache-prepare", ReferenceSize::prepare);
    }

    /** Tells this observer of all token stores from now on. */
    public void observe(StoreObserver next) {
        observer = next;
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

    /** Returns the counters of the entries that commands see. */
    public StoreCounters counters() {
        return counters;
    }

    /** Returns the counters of the entries of which this node keeps a copy. */
    public StoreCounters copies() {
        return copies;
    }

    /** Returns the heap memory of all entries, in bytes. */
    public long bytes() {
        return counters.bytes() + copies.bytes();
    }

    /** Returns the store of a token that commands see; null when there is none. */
    public @Nullable TokenStore get(int token) {
        TokenStore store = byToken.get(token);
        return store == null || !store.isVisible() ? null : store;
    }

    /** Returns the store of a token, visible or not; creates an empty one if there is none. It stays the store of the token. */
    public TokenStore open(int token) {
        TokenStore existing = byToken.get(token);
        if (existing != null) {
            return existing;
        }
        TokenStore created = new TokenStore();
        attach(created, token);
        TokenStore concurrent = byToken.compareAndExchange(token, null, created);
        if (concurrent != null) {
            detach(created);
            return concurrent;
        }
        return created;
    }

    private void attach(TokenStore store, int token) {
        synchronized (store) {
            store.countIn(counters);
            store.indexIn(nonEmpty, token);
            store.limitValueLength(maxValueLength);
            store.observe(observer);
        }
    }

    private void detach(TokenStore store) {
        synchronized (store) {
            store.stopCounting();
        }
    }

    /** Says that entries were added by another way than by writes: no write must evict as many at once. */
    public void entriesArrived() {
        bytesBefore.accumulateAndGet(bytes(), Math::max);
    }

    /**
     * Says whether commands see the entries of a store, because this node serves its token; otherwise it is a copy. Called inside the
     * monitor of the store.
     */
    public void show(TokenStore store, boolean visible) {
        if (store.isVisible() != visible) {
            store.setVisible(visible);
            store.countIn(visible ? counters : copies);
            store.indexIn(visible ? nonEmpty : nonEmptyCopies, store.token());
            if (visible) {
                observer.shown(store);
            }
        }
    }

    /** Calls the action with every token store that commands see, and its token, without holding a monitor. */
    public void forEach(ObjIntConsumer<TokenStore> action) {
        for (int token = 0; token < byToken.length(); token++) {
            TokenStore store = get(token);
            if (store != null) {
                action.accept(store, token);
            }
        }
    }

    /** Returns a store with entries, the first one from a random token on and around; null when none is found. */
    private @Nullable TokenStore randomOf(NonEmptyTokens index) {
        int next = index.next(ThreadLocalRandom.current().nextInt(byToken.length()));
        return next == NonEmptyTokens.NONE ? null : byToken.get(next);
    }

    /** Returns the memory that counts against the limit: without that which the owners of copies were asked to free. */
    private long countedBytes() {
        return bytes() - roomRequests.bytes();
    }

    /**
     * Evicts entries if the memory is above the limit; called before a write, without holding a monitor. Each time it evicts the least
     * recently used of a few randomly chosen entries that commands see. A copy evicts nothing by itself, or a key that its owner has
     * removed could be on another copy: its share of the memory is requested from its owner, see {@link #takeRoomRequests}. It ends after a
     * millisecond, since event loops call it, but evicts at least as much as was written since the last call: four times as much up to
     * {@link #MAX_SLICE_BYTES}. So the memory shrinks although writes go on; the rest is evicted by {@link #evictExcess}.
     */
    public void makeRoom() {
        long bytes = countedBytes();
        if (bytes <= maxBytes) {
            return;
        }
        long written = Math.max(0, bytes - Math.max(maxBytes, bytesBefore.get()));
        long least = Math.max(written, Math.min(4 * written, MAX_SLICE_BYTES));
        evict(bytes - least, nanos.getAsLong() + SLICE_NANOS);
        bytesBefore.set(countedBytes());
    }

    /**
     * Evicts the entries that other nodes asked for, and more until the memory is within the limit, however long it takes; for a thread that
     * may be busy.
     */
    public void evictExcess() {
        for (Integer token : List.copyOf(requestedHere.keySet())) {
            Long requested = requestedHere.remove(token);
            if (requested != null) {
                evictFrom(token, requested);
            }
        }
        evict(maxBytes, Long.MAX_VALUE);
    }

    /**
     * Evicts entries until the memory is within the limit, or it is within the given one and the deadline is over.
     *
     * @param deadline by the clock for evictions; Long.MAX_VALUE for none
     */
    private void evict(long bytes, long deadline) {
        for (int failed = 0; countedBytes() > maxBytes && failed < SAMPLES; ) {
            if (deadline != Long.MAX_VALUE && countedBytes() <= bytes && nanos.getAsLong() - deadline >= 0) {
                return;
            }
            if (!requestOne() && !evictOne()) {
                failed++;
            }
        }
    }

    /** Requests the memory of a randomly chosen entry of a copy, as often as copies have their share in the memory. */
    private boolean requestOne() {
        long ofCopies = Math.max(0, copies.bytes());
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (roomRequests.isFull() || random.nextLong(Math.max(1, bytes())) >= ofCopies) {
            return false;
        }
        TokenStore store = randomOf(nonEmptyCopies);
        if (store == null) {
            return false;
        }
        synchronized (store) {
            byte[] entry = store.isVisible() ? null : store.sample(random.nextInt());
            if (entry != null) {
                roomRequests.add(store.token(), EntryLayout.bytes(entry));
            }
            return entry != null;
        }
    }

    /** Returns the bytes to request from the owner of each token, once per sweep; the evictions after the last call have arrived. */
    public Map<Integer, Long> takeRoomRequests() {
        Map<Integer, Long> requests = roomRequests.take();
        entriesArrived();
        return requests;
    }

    /** Whether the memory is so far above the limit that other nodes must send their entries more slowly. */
    public boolean isOverfull() {
        return bytes() - maxBytes > maxBytes / 4;
    }

    /** Has entries of a token evicted soon, about this many bytes: a node with a copy of it has no room. */
    public void evictLater(int token, long bytes) {
        requestedHere.merge(token, bytes, Long::sum);
    }

    void evictFrom(int token, long bytes) {
        TokenStore store = byToken.get(token);
        for (long left = bytes; store != null && left > 0; ) {
            synchronized (store) {
                byte[] victim = null;
                for (int i = 0; i < SAMPLES && store.isVisible(); i++) {
                    victim = lessUsed(
                            victim, store.sample(ThreadLocalRandom.current().nextInt()));
                }
                if (victim == null || !store.evict(victim)) {
                    return;
                }
                left -= EntryLayout.bytes(victim);
            }
        }
    }

    /** Returns the entry that was used longer ago; the first one if both were used at the same time. */
    private byte @Nullable [] lessUsed(byte @Nullable [] first, byte @Nullable [] second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        long now = clock.millis();
        return evictionPriority(second, now) > evictionPriority(first, now) ? second : first;
    }

    private boolean evictOne() {
        long now = clock.millis();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        TokenStore victimStore = null;
        byte[] victim = null;
        long highest = -1;
        for (int i = 0; i < SAMPLES; i++) {
            TokenStore store = randomOf(nonEmpty);
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
            return victimStore.isVisible() && victimStore.evict(victim);
        }
    }

    /** Returns the idle time of an entry; the highest value for an expired one. */
    private static long evictionPriority(byte[] entry, long now) {
        return EntryLayout.isExpired(entry, now)
                ? Long.MAX_VALUE
                : Integer.toUnsignedLong(EntryLayout.idle(entry, now));
    }

    /**
     * Returns a randomly chosen entry that has not expired; null when none is found.
     *
     * @param readable whether the entries of a store may be read; called inside its monitor
     */
    public byte @Nullable [] sample(Predicate<TokenStore> readable) {
        long now = clock.millis();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < 100; i++) {
            TokenStore store = randomOf(nonEmpty);
            if (store == null) {
                return null;
            }
            synchronized (store) {
                byte[] entry = readable.test(store) && store.isVisible() ? store.sample(random.nextInt()) : null;
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
     * @param limit the number of slots that may be inspected; each token counts as some of them, even if it is empty
     */
    public void sweep(int limit) {
        long now = clock.millis();
        int left = limit;
        for (int i = 0; i < byToken.length() && left > 0; i++, left -= SLOTS_PER_TOKEN) {
            int token = Math.floorMod(nextSwept.get(), byToken.length());
            TokenStore store = byToken.get(token);
            if (store != null) {
                synchronized (store) {
                    left -= store.sweep(now, left);
                }
                if (left <= 0) {
                    return;
                }
            }
            nextSwept.incrementAndGet();
        }
    }

    /** Removes every entry that commands see. */
    public void flush() {
        forEach((store, token) -> {
            synchronized (store) {
                store.flush();
            }
        });
    }
}
