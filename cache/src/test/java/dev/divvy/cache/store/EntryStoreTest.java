package dev.divvy.cache.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EntryStoreTest {

    private static final int TOKENS = 64;

    private final HandClock clock = new HandClock();

    private static void put(EntryStore shelves, String key, int length, long expiry) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        TokenStore shelf = shelves.open(Math.floorMod(key.hashCode(), shelves.tokens()));
        shelves.makeRoom();
        synchronized (shelf) {
            shelf.put(Entry.of(bytes, new byte[length], expiry, shelves.clock().millis()));
        }
    }

    private static boolean has(EntryStore shelves, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        TokenStore shelf = shelves.open(Math.floorMod(key.hashCode(), shelves.tokens()));
        synchronized (shelf) {
            return shelf.read(bytes, 0, bytes.length, shelves.clock().millis()) != null;
        }
    }

    private static long counted(EntryStore shelves) {
        long[] bytes = {0};
        shelves.forEach((shelf, token) -> bytes[0] += shelf.bytes());
        return bytes[0];
    }

    @Test
    void evictionKeepsTheBound() {
        EntryStore shelves = new EntryStore(TOKENS, 200_000, Integer.MAX_VALUE, clock);
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(300);
            put(shelves, "key" + i, length, Entry.NEVER);
            // One entry more than the bound, and the places of a shelf that just grew.
            assertThat(shelves.counters().bytes()).isLessThan(200_000 + length + 4000);
        }
        assertThat(shelves.counters().bytes()).isEqualTo(counted(shelves)).isGreaterThan(150_000);
        assertThat(shelves.counters().evicted())
                .isEqualTo(20_000 - shelves.counters().entries());
    }

    @Test
    void whatIsUsedStays() {
        EntryStore shelves = new EntryStore(TOKENS, 400_000, Integer.MAX_VALUE, clock);
        for (int i = 0; i < 200; i++) {
            put(shelves, "used" + i, 100, Entry.NEVER);
        }
        for (int i = 0; i < 20_000; i++) {
            clock.forward(20);
            put(shelves, "passing" + i, 100, Entry.NEVER);
            has(shelves, "used" + i % 200);
        }
        int kept = 0;
        for (int i = 0; i < 200; i++) {
            kept += has(shelves, "used" + i) ? 1 : 0;
        }
        assertThat(kept).isGreaterThan(150);
    }

    @Test
    void oneTooLargeEntryMakesNobodyWaitForEver() {
        EntryStore shelves = new EntryStore(TOKENS, 1000, Integer.MAX_VALUE, clock);
        put(shelves, "large", 10_000, Entry.NEVER);
        put(shelves, "small", 10, Entry.NEVER);
        assertThat(has(shelves, "large")).isFalse();
        assertThat(has(shelves, "small")).isTrue();
    }

    @Test
    void theSweepRemovesWhatExpiredInSmallSteps() {
        EntryStore shelves = new EntryStore(TOKENS, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        for (int i = 0; i < 5000; i++) {
            put(shelves, "k" + i, 10, i % 2 == 0 ? clock.millis() + 50 : Entry.NEVER);
        }
        shelves.sweep(100_000);
        assertThat(shelves.counters().entries()).isEqualTo(5000);
        clock.forward(50);
        for (int calls = 0; calls < 1000 && shelves.counters().entries() > 2500; calls++) {
            long before = shelves.counters().entries();
            shelves.sweep(100);
            assertThat(before - shelves.counters().entries()).isLessThanOrEqualTo(100);
        }
        assertThat(shelves.counters().entries()).isEqualTo(2500);
        assertThat(shelves.counters().expired()).isEqualTo(2500);
        assertThat(shelves.counters().bytes()).isEqualTo(counted(shelves));
    }

    @Test
    void aDroppedShelfCountsNoMoreAndAnAdoptedOneDoes() {
        EntryStore shelves = new EntryStore(TOKENS, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        TokenStore shelf = shelves.open(3);
        byte[] key = {'a'};
        synchronized (shelf) {
            shelf.put(Entry.of(key, new byte[100], Entry.NEVER, clock.millis()));
        }
        shelves.drop(3);
        assertThat(shelves.of(3)).isNull();
        assertThat(shelves.counters().entries()).isZero();
        synchronized (shelf) {
            shelf.put(Entry.of(new byte[] {'b'}, new byte[100], Entry.NEVER, clock.millis()));
        }
        assertThat(shelves.counters().bytes()).isZero();
        shelves.adopt(5, shelf);
        assertThat(shelves.counters().entries()).isEqualTo(2);
        assertThat(shelves.counters().bytes()).isEqualTo(shelf.bytes());
        shelves.adopt(5, new TokenStore());
        assertThat(shelves.counters().entries()).isZero();
        assertThat(shelves.counters().bytes()).isZero();
    }

    @Test
    void manyThreadsWriteEvictSweepAndDropAndTheCountIsExact() throws Exception {
        EntryStore shelves = new EntryStore(TOKENS, 100_000, Integer.MAX_VALUE, CacheClock.SYSTEM);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random random = new Random(thread);
                running.add(threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        put(shelves, "k" + random.nextInt(5000), random.nextInt(200), random.nextInt(3));
                        if (i % 50 == 0) {
                            shelves.sweep(50);
                        }
                        if (i % 500 == 0) {
                            shelves.drop(random.nextInt(TOKENS));
                        }
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(shelves.counters().bytes()).isEqualTo(counted(shelves));
    }

    @Test
    void anEntryOfAHundredBytesTakesLessThanTwoHundred() {
        EntryStore shelves = new EntryStore(16384, EntryStore.UNBOUNDED, Integer.MAX_VALUE, clock);
        for (int i = 0; i < 100_000; i++) {
            put(shelves, String.format("key:%012d", i), 100, Entry.NEVER);
        }
        assertThat(shelves.counters().bytes() / shelves.counters().entries()).isLessThan(190);
    }
}
