package dev.divvy.cache.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenStoreTest {

    private static final long NOW = 1_700_000_000_000L;

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void aCopyKeptByAListenerIsEqualAndTheCountsAreExact() {
        for (int round = 0; round < 50; round++) {
            Random random = new Random(seed + round);
            StoreCounters counters = new StoreCounters();
            TokenStore store = new TokenStore();
            TokenStore copy = new TokenStore();
            store.countIn(counters);
            store.listen(new EntryChangeListener() {
                @Override
                public void changed(byte @Nullable [] old, byte @Nullable [] entry) {
                    follow(copy, old, entry);
                }

                @Override
                public void removedAbsent(byte[] data, int keyStart, int keyLength) {}

                @Override
                public void flushed() {
                    copy.clear();
                }

                @Override
                public void forgot(long report) {}
            });
            Map<String, String> model = new HashMap<>();
            long now = NOW;
            for (int step = 0; step < 400; step++) {
                now += random.nextInt(10);
                change(store, model, random, now);
                check(store, counters, model, now, seed + round, step);
            }
            assertThat(contents(copy, now)).as("seed %d", seed + round).isEqualTo(contents(store, now));
            assertThat(copy.size()).as("seed %d", seed + round).isEqualTo(store.size());
            store.stopCounting();
            assertThat(counters.entries()).isZero();
            assertThat(counters.bytes()).isZero();
        }
    }

    /** A copy may have the key although the owner has it not. */
    @Test
    void theRemovalOfAMissingKeyIsAChange() {
        List<String> removed = new ArrayList<>();
        TokenStore store = new TokenStore();
        store.listen(new EntryChangeListener() {
            @Override
            public void changed(byte @Nullable [] old, byte @Nullable [] entry) {
                removed.add(entry == null ? "changed" : "put");
            }

            @Override
            public void removedAbsent(byte[] data, int keyStart, int keyLength) {
                removed.add(new String(data, keyStart, keyLength, StandardCharsets.UTF_8));
            }

            @Override
            public void flushed() {}

            @Override
            public void forgot(long report) {}
        });
        byte[] request = "DEL key".getBytes(StandardCharsets.UTF_8);
        assertThat(store.remove(request, 4, 3, NOW)).isFalse();
        store.put(EntryLayout.of(new byte[] {'k', 'e', 'y'}, new byte[1], NOW + 1, NOW));
        assertThat(store.remove(request, 4, 3, NOW + 1)).as("it has expired").isFalse();
        assertThat(removed).containsExactly("key", "put", "changed");
    }

    private static void follow(TokenStore copy, byte @Nullable [] old, byte @Nullable [] entry) {
        if (entry != null) {
            copy.put(entry.clone());
        } else if (old != null) {
            copy.remove(old);
        }
    }

    /** Changes the store and the model at random. The model holds a value and its expiry. */
    private static void change(TokenStore store, Map<String, String> model, Random random, long now) {
        String key = "k" + random.nextInt(30);
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        long expiry = random.nextBoolean() ? EntryLayout.NEVER : now + 1 + random.nextInt(100);
        forgetExpired(model, now);
        switch (random.nextInt(20)) {
            case 0 -> {
                if (random.nextInt(10) == 0) {
                    store.flush();
                    model.clear();
                }
            }
            case 1, 2, 3 ->
                assertThat(store.remove(bytes, 0, bytes.length, now)).isEqualTo(model.remove(key) != null);
            case 4, 5, 6 -> {
                byte[] entry = store.find(bytes, 0, bytes.length, now);
                assertThat(entry != null).isEqualTo(model.containsKey(key));
                if (entry != null) {
                    store.expireAt(entry, expiry);
                    model.computeIfPresent(key, (k, value) -> value.replaceAll(" .*", " " + expiry));
                }
            }
            case 7 -> store.sweep(now, 1 + random.nextInt(20));
            default -> {
                String value = "v" + random.nextInt(1000);
                store.put(EntryLayout.of(bytes, value.getBytes(StandardCharsets.UTF_8), expiry, now));
                model.put(key, value + " " + expiry);
            }
        }
    }

    private static void forgetExpired(Map<String, String> model, long now) {
        model.values().removeIf(value -> {
            long expiry = Long.parseLong(value.substring(value.indexOf(' ') + 1));
            return expiry != EntryLayout.NEVER && expiry <= now;
        });
    }

    private static void check(
            TokenStore store, StoreCounters counters, Map<String, String> model, long now, long seed, int step) {
        forgetExpired(model, now);
        assertThat(contents(store, now)).as("seed %d, step %d", seed, step).isEqualTo(model);
        assertThat(counters.entries()).as("seed %d, step %d", seed, step).isEqualTo(store.size());
        assertThat(counters.bytes()).as("seed %d, step %d", seed, step).isEqualTo(store.bytes());
        assertThat((long) store.expiring())
                .as("seed %d, step %d", seed, step)
                .isEqualTo(Arrays.stream(store.snapshot())
                        .filter(entry -> EntryLayout.expiry(entry) != EntryLayout.NEVER)
                        .count());
    }

    private static Map<String, String> contents(TokenStore store, long now) {
        Map<String, String> contents = new HashMap<>();
        for (byte[] entry : store.snapshot()) {
            if (!EntryLayout.isExpired(entry, now)) {
                contents.put(
                        new String(EntryLayout.key(entry), StandardCharsets.UTF_8),
                        new String(EntryLayout.value(entry), StandardCharsets.UTF_8) + " " + EntryLayout.expiry(entry));
            }
        }
        return contents;
    }

    @Test
    void anEntryExpiresAtItsMillisecond() {
        TokenStore store = new TokenStore();
        StoreCounters counters = new StoreCounters();
        store.countIn(counters);
        byte[] key = {'a'};
        store.put(EntryLayout.of(key, new byte[5], NOW + 100, NOW));
        assertThat(store.read(key, 0, 1, NOW + 99)).isNotNull();
        int[] seen = {0};
        store.scan(0, NOW + 100, entry -> seen[0]++);
        assertThat(seen[0]).isZero();
        assertThat(store.size()).isEqualTo(1);
        assertThat(store.read(key, 0, 1, NOW + 100)).isNull();
        assertThat(store.size()).isZero();
        assertThat(counters.expired()).isEqualTo(1);
        assertThat(counters.hits()).isEqualTo(1);
        assertThat(counters.misses()).isEqualTo(1);
    }
}
