package dev.divvy.cache.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EntryStoreTest {

    private static final int TOKENS = 64;

    private final ManualClock clock = new ManualClock();

    private static void put(EntryStore entryStore, String key, int length, long expiry) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        TokenStore store = entryStore.open(Math.floorMod(key.hashCode(), entryStore.tokens()));
        entryStore.makeRoom();
        synchronized (store) {
            store.put(EntryLayout.of(
                    bytes, new byte[length], expiry, entryStore.clock().millis()));
        }
    }

    private static boolean has(EntryStore entryStore, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        TokenStore store = entryStore.open(Math.floorMod(key.hashCode(), entryStore.tokens()));
        synchronized (store) {
            return store.read(bytes, 0, bytes.length, entryStore.clock().millis()) != null;
        }
    }

    private static long counted(EntryStore entryStore) {
        long[] bytes = {0};
        entryStore.forEach((store, token) -> bytes[0] += store.bytes());
        return bytes[0];
    }

    @Test
    void evictionKeepsTheLimit() {
        EntryStore entryStore = new EntryStore(TOKENS, 200_000, Integer.MAX_VALUE, clock);
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(300);
            put(entryStore, "key" + i, length, EntryLayout.NEVER);
            // One entry above the limit, and the slots of a token store that just grew.
            assertThat(entryStore.counters().bytes()).isLessThan(200_000 + length + 4000);
        }
        assertThat(entryStore.counters().bytes()).isEqualTo(counted(entryStore)).isGreaterThan(150_000);
        assertThat(entryStore.counters().evicted())
                .isEqualTo(20_000 - entryStore.counters().entries());
    }

    @Test
    void recentlyUsedEntriesStay() {
        EntryStore entryStore = new EntryStore(TOKENS, 400_000, Integer.MAX_VALUE, clock);
        for (int i = 0; i < 200; i++) {
            put(entryStore, "used" + i, 100, EntryLayout.NEVER);
        }
        for (int i = 0; i < 20_000; i++) {
            clock.advance(20);
            put(entryStore, "passing" + i, 100, EntryLayout.NEVER);
            has(entryStore, "used" + i % 200);
        }
        int kept = 0;
        for (int i = 0; i < 200; i++) {
            kept += has(entryStore, "used" + i) ? 1 : 0;
        }
        assertThat(kept).isGreaterThan(150);
    }

    @Test
    void anEntryAboveTheLimitDoesNotBlockLaterWrites() {
        EntryStore entryStore = new EntryStore(TOKENS, 1000, Integer.MAX_VALUE, clock);
        put(entryStore, "large", 10_000, EntryLayout.NEVER);
        put(entryStore, "small", 10, EntryLayout.NEVER);
        assertThat(has(entryStore, "large")).isFalse();
        assertThat(has(entryStore, "small")).isTrue();
    }

    /** Returns a store above its limit: a token with many small entries was adopted. */
    private EntryStore overfull(AtomicLong nanos) {
        EntryStore entryStore = new EntryStore(
                TOKENS, 100_000, Integer.MAX_VALUE, clock, () -> nanos.getAndAdd(EntryStore.SLICE_NANOS / 10));
        TokenStore arrived = new TokenStore();
        synchronized (arrived) {
            for (int i = 0; i < 10_000; i++) {
                arrived.put(EntryLayout.of(
                        ("arrived" + i).getBytes(StandardCharsets.UTF_8),
                        new byte[100],
                        EntryLayout.NEVER,
                        clock.millis()));
            }
        }
        TokenStore store = entryStore.open(7);
        synchronized (store) {
            store.replaceBy(arrived);
        }
        entryStore.entriesArrived();
        return entryStore;
    }

    @Test
    void aWriteMakesRoomForAMillisecondOnly() {
        AtomicLong nanos = new AtomicLong();
        EntryStore entryStore = overfull(nanos);
        long bytes = entryStore.counters().bytes();
        entryStore.makeRoom();
        assertThat(entryStore.counters().evicted())
                .as("ten readings of the clock")
                .isBetween(9L, 10L);
        assertThat(entryStore.counters().bytes()).isLessThan(bytes);
        entryStore.evictExcess();
        assertThat(entryStore.counters().bytes()).isLessThanOrEqualTo(100_000);
    }

    @Test
    void aWriteEvictsFourTimesAsMuchAsWasWritten() {
        EntryStore entryStore = overfull(new AtomicLong());
        put(entryStore, "written", 50_000, EntryLayout.NEVER);
        long before = entryStore.counters().bytes();
        entryStore.makeRoom();
        assertThat(before - entryStore.counters().bytes()).isBetween(200_000L, 205_000L);
        long large = 2 * EntryStore.MAX_SLICE_BYTES;
        put(entryStore, "large", (int) large, EntryLayout.NEVER);
        before = entryStore.counters().bytes();
        entryStore.makeRoom();
        assertThat(before - entryStore.counters().bytes())
                .as("as much as was written, and within the limit")
                .isGreaterThan(EntryStore.MAX_SLICE_BYTES);
    }

    @Test
    void oneTokenWithEntriesAmongManyIsFoundAtOnce() {
        EntryStore entryStore = new EntryStore(100, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        assertThat(entryStore.sample(any -> true)).isNull();
        for (int token : new int[] {0, 63, 64, 99}) {
            TokenStore store = entryStore.open(token);
            byte[] key = {(byte) token};
            byte[] entry = EntryLayout.of(key, key, EntryLayout.NEVER, clock.millis());
            synchronized (store) {
                store.put(entry);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(entryStore.sample(any -> true)).isSameAs(entry);
            }
            if (token == 63) {
                synchronized (store) {
                    store.clear();
                }
            } else {
                synchronized (store) {
                    store.remove(entry);
                }
            }
            assertThat(entryStore.sample(any -> true)).isNull();
        }
    }

    @Test
    void theSweepRemovesExpiredEntriesInSmallSteps() {
        EntryStore entryStore = new EntryStore(TOKENS, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        for (int i = 0; i < 5000; i++) {
            put(entryStore, "k" + i, 10, i % 2 == 0 ? clock.millis() + 50 : EntryLayout.NEVER);
        }
        entryStore.sweep(100_000);
        assertThat(entryStore.counters().entries()).isEqualTo(5000);
        clock.advance(50);
        for (int calls = 0; calls < 1000 && entryStore.counters().entries() > 2500; calls++) {
            long before = entryStore.counters().entries();
            entryStore.sweep(100);
            assertThat(before - entryStore.counters().entries()).isLessThanOrEqualTo(100);
        }
        assertThat(entryStore.counters().entries()).isEqualTo(2500);
        assertThat(entryStore.counters().expired()).isEqualTo(2500);
        assertThat(entryStore.counters().bytes()).isEqualTo(counted(entryStore));
    }

    @Test
    void aCopyIsCountedApartAndCommandsDoNotSeeIt() {
        EntryStore entryStore = new EntryStore(TOKENS, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        TokenStore store = entryStore.open(3);
        synchronized (store) {
            store.put(EntryLayout.of(new byte[] {'a'}, new byte[100], EntryLayout.NEVER, clock.millis()));
            entryStore.show(store, false);
            store.put(EntryLayout.of(new byte[] {'b'}, new byte[100], EntryLayout.NEVER, clock.millis()));
        }
        assertThat(entryStore.get(3)).isNull();
        assertThat(entryStore.sample(any -> true)).isNull();
        assertThat(entryStore.counters().entries()).isZero();
        assertThat(entryStore.counters().bytes()).isZero();
        assertThat(entryStore.copies().entries()).isEqualTo(2);
        assertThat(entryStore.bytes()).isEqualTo(store.bytes());
        entryStore.flush();
        assertThat(entryStore.copies().entries()).isEqualTo(2);
        synchronized (store) {
            entryStore.show(store, true);
        }
        assertThat(entryStore.counters().entries()).isEqualTo(2);
        assertThat(entryStore.copies().entries()).isZero();
        assertThat(entryStore.sample(any -> true)).isNotNull();
        entryStore.flush();
        assertThat(entryStore.bytes()).isZero();
    }

    /** What a copy evicts by itself would be on other copies, and could not be removed from them. */
    @Test
    void aFullNodeEvictsItsOwnEntriesAndRequestsRoomForItsCopies() {
        EntryStore entryStore = new EntryStore(2, 100_000, Integer.MAX_VALUE, clock);
        for (int token = 0; token < 2; token++) {
            TokenStore store = entryStore.open(token);
            synchronized (store) {
                entryStore.show(store, token == 0);
                for (int i = 0; i < 150; i++) {
                    byte[] key = {(byte) i, (byte) token};
                    store.put(EntryLayout.of(key, new byte[1000], EntryLayout.NEVER, clock.millis()));
                }
            }
        }
        assertThat(entryStore.isOverfull()).isTrue();
        entryStore.evictExcess();
        assertThat(entryStore.copies().entries()).isEqualTo(150);
        assertThat(entryStore.counters().entries())
                .as("the copies alone are too much")
                .isZero();
        Map<Integer, Long> requests = entryStore.takeRoomRequests();
        assertThat(requests).containsOnlyKeys(1);
        assertThat(requests.get(1)).isBetween(100_000L / 8, 100_000L / 8 + 2000);
        entryStore.evictLater(1, 10_000);
        entryStore.evictExcess();
        assertThat(entryStore.copies().entries()).as("another node owns them").isEqualTo(150);
        TokenStore store = entryStore.open(1);
        synchronized (store) {
            entryStore.show(store, true);
        }
        entryStore.evictFrom(1, 10_000);
        assertThat(store.size()).isBetween(139, 141);
    }

    @Test
    void theCountsAreExactWhileManyThreadsWriteEvictSweepAndHide() throws Exception {
        EntryStore entryStore = new EntryStore(TOKENS, 100_000, Integer.MAX_VALUE, CacheClock.SYSTEM);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random random = new Random(thread);
                running.add(threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        put(entryStore, "k" + random.nextInt(5000), random.nextInt(200), random.nextInt(3));
                        if (i % 50 == 0) {
                            entryStore.sweep(50);
                        }
                        if (i % 500 == 0) {
                            TokenStore store = entryStore.open(random.nextInt(TOKENS));
                            synchronized (store) {
                                entryStore.show(store, !store.isVisible());
                            }
                        }
                    }
                }));
            }
            for (Future<?> writer : running) {
                writer.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        for (int token = 0; token < TOKENS; token++) {
            TokenStore store = entryStore.open(token);
            synchronized (store) {
                entryStore.show(store, true);
            }
        }
        assertThat(entryStore.copies().bytes()).isZero();
        assertThat(entryStore.counters().bytes()).isEqualTo(counted(entryStore));
        // The first one continues where the last one ended.
        entryStore.sweep(Integer.MAX_VALUE);
        entryStore.sweep(Integer.MAX_VALUE);
        while (entryStore.counters().entries() > 0) {
            byte[] entry = Objects.requireNonNull(entryStore.sample(any -> true), "every store with entries is found");
            entryStore.forEach((store, token) -> {
                synchronized (store) {
                    store.evict(entry);
                }
            });
        }
    }

    @Test
    void anEntryOfAHundredBytesTakesLessThanTwoHundred() {
        EntryStore entryStore = new EntryStore(16384, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        for (int i = 0; i < 100_000; i++) {
            put(entryStore, String.format("key:%012d", i), 100, EntryLayout.NEVER);
        }
        assertThat(entryStore.counters().bytes() / entryStore.counters().entries())
                .isLessThan(190);
    }
}
