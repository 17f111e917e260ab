package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes while tokens move: none is lost, none runs twice, none overtakes an earlier one of the same client. */
class WritesDuringTransferTest {

    private static final long SEED = Long.getLong("divvy.seed", System.nanoTime());

    /** Starts and stops nodes at random. */
    private static void churn(TestCluster cluster, SplittableRandom random, int changes) {
        int next = 10;
        List<String> movable = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            if (movable.isEmpty() || (movable.size() < 3 && random.nextBoolean())) {
                String name = "n" + next++;
                cluster.start(name);
                movable.add(name);
            } else {
                cluster.stop(movable.remove(random.nextInt(movable.size())));
            }
            if (random.nextInt(3) > 0) {
                cluster.awaitCalm();
            }
        }
        cluster.awaitCalm();
    }

    @ParameterizedTest
    @ValueSource(ints = {16384, 10})
    void everyIncrementIsCountedOnce(int tokens) throws Exception {
        try (TestCluster cluster = new TestCluster(settings -> settings.withTokens(tokens)).with("n1", "n2", "n3")) {
            AtomicBoolean stop = new AtomicBoolean();
            AtomicLong counted = new AtomicLong();
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            ExecutorService threads = Executors.newCachedThreadPool();
            for (int i = 0; i < 4; i++) {
                int writer = i;
                writers.add(CompletableFuture.runAsync(() -> count(cluster, writer, stop, counted), threads));
            }
            churn(cluster, new SplittableRandom(SEED), 6);
            stop.set(true);
            for (CompletableFuture<Void> writer : writers) {
                writer.get();
            }
            threads.shutdown();
            assertThat(counted.get()).as("seed %d", SEED).isPositive();
        }
    }

    private static void count(TestCluster cluster, int writer, AtomicBoolean stop, AtomicLong counted) {
        int keys = 50;
        long[] values = new long[keys];
        SplittableRandom random = new SplittableRandom(SEED + writer);
        try (RespClient client = cluster.client("n" + (1 + writer % 3))) {
            while (!stop.get()) {
                // A few together: those in flight during a change must keep their order, too.
                int count = 1 + random.nextInt(8);
                int[] incremented = random.ints(count, 0, keys).toArray();
                for (int key : incremented) {
                    client.send("INCR", "counter_" + writer + "_" + key);
                }
                client.flush();
                for (int key : incremented) {
                    values[key]++;
                    assertThat(client.receive())
                            .as("seed %d, key %d of writer %d", SEED, key, writer)
                            .isEqualTo(values[key]);
                    counted.incrementAndGet();
                }
            }
            for (int key = 0; key < keys; key++) {
                if (values[key] > 0) {
                    assertThat(client.ask("GET", "counter_" + writer + "_" + key))
                            .as("seed %d, key %d of writer %d", SEED, key, writer)
                            .isEqualTo(Long.toString(values[key]));
                }
            }
        }
    }

    @Test
    void aReaderSeesValuesInTheOrderInWhichTheyWereWritten() throws Exception {
        try (TestCluster cluster = new TestCluster().with("n1", "n2", "n3")) {
            AtomicBoolean stop = new AtomicBoolean();
            ExecutorService threads = Executors.newCachedThreadPool();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(cluster, stop), threads);
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> read(cluster, stop), threads);
            churn(cluster, new SplittableRandom(SEED), 6);
            stop.set(true);
            writer.get();
            reader.get();
            threads.shutdown();
        }
    }

    private static void write(TestCluster cluster, AtomicBoolean stop) {
        try (RespClient client = cluster.client("n1")) {
            for (int value = 0; !stop.get(); value += 16) {
                for (int i = 0; i < 16; i++) {
                    client.send("SET", "row_" + (i % 4), Integer.toString(value + i));
                }
                client.flush();
                for (int i = 0; i < 16; i++) {
                    assertThat(client.receive()).as("seed %d", SEED).isEqualTo("OK");
                }
            }
        }
    }

    private static void read(TestCluster cluster, AtomicBoolean stop) {
        int[] last = new int[4];
        try (RespClient client = cluster.client("n2")) {
            while (!stop.get()) {
                for (int i = 0; i < last.length; i++) {
                    Object seen = client.ask("GET", "row_" + i);
                    int value = seen == null ? 0 : Integer.parseInt(seen.toString());
                    assertThat(value).as("seed %d, row %d", SEED, i).isGreaterThanOrEqualTo(last[i]);
                    last[i] = value;
                }
            }
        }
    }

    @Test
    void valuesLargerThanAFrameArriveComplete() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withTokens(16)).with("n1");
                RespClient client = cluster.client("n1")) {
            String large = "x".repeat(3_000_000);
            for (int i = 0; i < 20; i++) {
                assertThat(client.ask("SET", "large_" + i, large + i)).isEqualTo("OK");
            }
            for (int i = 0; i < 2000; i++) {
                assertThat(client.ask("SET", "short_" + i, "a" + i, "PX", "100000000"))
                        .isEqualTo("OK");
            }
            cluster.with("n2");
            cluster.stop("n1");
            cluster.awaitCalm();
            try (RespClient other = cluster.client("n2")) {
                assertThat(other.ask("DBSIZE")).isEqualTo(2020L);
                for (int i = 0; i < 20; i++) {
                    assertThat(other.ask("GET", "large_" + i)).isEqualTo(large + i);
                }
                assertThat((Long) other.ask("PTTL", "short_7")).isBetween(1L, 100_000_000L);
            }
        }
    }
}
