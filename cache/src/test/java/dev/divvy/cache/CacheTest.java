package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The Java API, on a cluster of three nodes. */
class CacheTest {

    private static TestCluster cluster;
    private static Cache<String, String> cache;

    @BeforeAll
    static void start() {
        cluster = new TestCluster().with("n1", "n2", "n3");
        cache = Cache.ofStrings(cluster.node("n1"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void aPutIsVisibleOnEveryNode() {
        Cache<String, String> other = Cache.ofStrings(cluster.node("n3"));
        for (int i = 0; i < 200; i++) {
            cache.put("put_" + i, "value " + i);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(other.get("put_" + i)).contains("value " + i);
            assertThat(other.delete("put_" + i)).isTrue();
            assertThat(cache.get("put_" + i)).isEmpty();
            assertThat(cache.delete("put_" + i)).isFalse();
        }
    }

    @Test
    void anEntryWithATimeToLiveExpires() {
        cache.put("short", "value", Duration.ofMillis(50));
        TestCluster.until("the entry is gone", () -> cache.get("short").isEmpty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cache.put("short", "value", Duration.ZERO))
                .withMessageContaining("time-to-live");
    }

    @Test
    void putIfAbsentPutsOnce() {
        assertThat(cache.putIfAbsent("absent", "first")).isTrue();
        assertThat(cache.putIfAbsent("absent", "second")).isFalse();
        assertThat(cache.putIfAbsent("absent", "third", Duration.ofHours(1))).isFalse();
        assertThat(cache.get("absent")).contains("first");
    }

    @Test
    void replaceComparesAndSets() {
        cache.put("replaced", "a");
        assertThat(cache.replace("replaced", "b", "c")).isFalse();
        assertThat(cache.replace("replaced", "a", "c")).isTrue();
        assertThat(cache.replace("nothing there", "a", "c")).isFalse();
        assertThat(cache.get("replaced")).contains("c");
    }

    @Test
    void replaceAndUpdateKeepTheTimeToLive() {
        cache.put("timed", "a", Duration.ofMinutes(10));
        assertThat(cache.replace("timed", "a", "b")).isTrue();
        assertThat(cache.update("timed", value -> value + "c")).contains("bc");
        try (RespClient client = cluster.client("n1")) {
            assertThat(client.ask("PTTL", "timed")).asString().matches("[1-9][0-9]*");
        }
    }

    @Test
    void updatesOfManyThreadsAllCount() {
        cache.put("updated", "0");
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Cache<String, String> own = Cache.ofStrings(cluster.node("n" + (1 + i % 3)));
            all.add(CompletableFuture.runAsync(() -> {
                for (int k = 0; k < 100; k++) {
                    own.update("updated", value -> Integer.toString(Integer.parseInt(value) + 1));
                }
            }));
        }
        all.forEach(CompletableFuture::join);
        assertThat(cache.get("updated")).contains("400");
        assertThat(cache.update("nothing there", value -> value)).isEmpty();
    }

    @Test
    void manyEntriesArePutAndReadAtOnce() {
        cache.putAll(Map.of("m1", "a", "m2", "b", "m3", "c"));
        assertThat(cache.getAll(List.of("m1", "m3", "missing", "m1")))
                .containsExactly(Map.entry("m1", "a"), Map.entry("m3", "c"));
    }

    @Test
    void concurrentCallersShareOneLoad() {
        AtomicInteger loads = new AtomicInteger();
        CountDownLatch gate = new CountDownLatch(1);
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(cache.async().get("loaded", key -> {
                loads.incrementAndGet();
                return CompletableFuture.supplyAsync(() -> {
                    try {
                        gate.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return "value of " + key;
                });
            }));
        }
        TestCluster.until("the load has begun", () -> loads.get() > 0);
        gate.countDown();
        assertThat(all).allSatisfy(reply -> assertThat(reply.join()).isEqualTo("value of loaded"));
        assertThat(loads).hasValue(1);
        assertThat(cache.get("loaded", key -> "never loaded")).isEqualTo("value of loaded");
    }

    @Test
    void anExceptionOfALoaderReachesTheCallerAndTheNextCallLoadsAgain() {
        assertThatThrownBy(() -> cache.get("broken", key -> {
                    throw new IllegalStateException("no source");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no source");
        assertThat(cache.get("broken", key -> "mended", Duration.ofHours(1))).isEqualTo("mended");
    }

    @Test
    void anErrorOfTheNodeIsAnException() {
        Cache<String, Long> numbers = Cache.on(cluster.node("n1"), Codec.strings(), Codec.longs());
        numbers.put("number", 42L);
        assertThat(numbers.get("number")).contains(42L);
        cache.put("number", "no number");
        assertThatIllegalArgumentException().isThrownBy(() -> numbers.get("number"));
    }

    @Test
    void otherClientsSeeTheSameBytes() {
        cache.put("shared", "grüße");
        try (RespClient client = cluster.client("n2")) {
            assertThat(client.ask("GET", "shared")).isEqualTo("grüße");
            assertThat(client.ask("SET", "shared", "zurück")).isEqualTo("OK");
        }
        assertThat(cache.get("shared")).isEqualTo(Optional.of("zurück"));
    }

    @Test
    void statsAreThoseOfThisNode() {
        long hits = cache.stats().hits();
        long misses = cache.stats().misses();
        for (int i = 0; i < 50; i++) {
            cache.put("stat_" + i, "x");
            cache.get("stat_" + i);
            cache.get("no_stat_" + i);
        }
        assertThat(cache.stats().hits()).isGreaterThan(hits);
        assertThat(cache.stats().misses()).isGreaterThan(misses);
        assertThat(cache.stats().entries()).isPositive();
        assertThat(cache.stats().bytes()).isPositive();
    }
}
