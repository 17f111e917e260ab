package dev.divvy.cache.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nodes as processes, which find each other through the mesh, under kills, pauses and restarts: three, and in the long run five. */
class FaultsTest {

    private static final int NODES = Boolean.getBoolean("divvy.long") ? 5 : 3;
    private static final int KEYS = 2000;

    /** Longer than the default, so that only the intended pause ends a lease; the pause is longer still. */
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** The pause between the requests of a client, since the nodes that start and stop need the processor, too. */
    private static final long REQUEST_PAUSE_NANOS = 8_000_000;

    private static ProcessCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new ProcessCluster(NODES, TIME_TO_LIVE);
        cluster.startAll();
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    private static void fill(int node, String prefix, String value) {
        try (RespClient client = cluster.client(node)) {
            for (int i = 0; i < KEYS; i++) {
                client.send("SET", prefix + i, value + i);
            }
            client.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(client.receive()).isEqualTo("OK");
            }
        }
    }

    private static void delete(int node, String prefix) {
        try (RespClient client = cluster.client(node)) {
            for (int i = 0; i < KEYS; i++) {
                client.send("DEL", prefix + i);
            }
            client.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(client.receive()).isInstanceOf(Long.class);
            }
        }
    }

    @Test
    void aKilledNodeLosesItsEntriesAndNothingElse() {
        cluster.startAll();
        fill(1, "killed_", "v");
        Map<Integer, Long> before = sizes();
        cluster.kill(2);
        cluster.awaitCalm();
        Map<Integer, Long> after = sizes();
        before.remove(2);
        assertThat(after).isEqualTo(before);
        // A node that rejoins gets its share with the present entries, also those of tokens that it owned before and
        // that were filled again.
        fill(1, "killed_", "w");
        long left = total();
        cluster.startAll();
        assertThat(total()).isEqualTo(left);
        assertThat(cluster.size(2)).isPositive();
    }

    private static long total() {
        return sizes().values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<Integer, Long> sizes() {
        Map<Integer, Long> sizes = new TreeMap<>();
        for (int node = 1; node <= cluster.count(); node++) {
            try {
                sizes.put(node, cluster.size(node));
            } catch (UncheckedIOException e) {
                assertThat(node).as("only the killed node does not answer").isEqualTo(2);
            }
        }
        return sizes;
    }

    @Test
    void aNodeThatWasPausedNeverAnswersWithStaleEntries() {
        cluster.startAll();
        fill(1, "paused_", "old");
        fill(1, "deleted_", "old");
        try (RespClient pausedClient = cluster.client(3)) {
            assertThat(pausedClient.ask("PING")).isEqualTo("PONG");
            cluster.process(3).pause();
            try {
                long paused = System.nanoTime();
                TestCluster.until("the others go on without it", FaultsTest::isPausedNodeEjected);
                fill(1, "paused_", "new");
                delete(1, "deleted_");
                pausedClient.send("KEYS", "deleted_*");
                pausedClient.send("SCAN", "0", "MATCH", "deleted_*", "COUNT", "1000000");
                pausedClient.flush();
                TestCluster.until("the pause was long enough", () -> System.nanoTime() - paused > PAUSE.toNanos());
            } finally {
                cluster.process(3).resume();
            }
            assertThat(String.valueOf(pausedClient.receive())).as("KEYS").isEqualTo("[]");
            assertThat(String.valueOf(pausedClient.receive())).as("SCAN").isEqualTo("[0, []]");
            for (int i = 0; i < KEYS; i++) {
                assertThat(pausedClient.ask("GET", "paused_" + i)).isEqualTo("new" + i);
            }
        }
        cluster.awaitCalm();
        try (RespClient client = cluster.client(3)) {
            assertThat(client.ask("GET", "paused_1")).isEqualTo("new1");
        }
        assertThat(cluster.size(3)).as("it takes part again").isPositive();
    }

    /** Whether node 1 no longer sends requests to the paused node, where they would be lost. */
    private static boolean isPausedNodeEjected() {
        try (RespClient client = cluster.client(1)) {
            return String.valueOf(client.ask("CLUSTER", "INFO"))
                    .contains("cluster_known_nodes:" + (cluster.count() - 1) + "\r\n");
        }
    }

    @Test
    void aRollingRestartUnderLoadLosesNothing() throws Exception {
        cluster.startAll();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong requests = new AtomicLong();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<CompletableFuture<Map<String, String>>> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int worker = i;
            workers.add(CompletableFuture.supplyAsync(() -> load(worker, stop, requests), threads));
        }
        for (int node = 1; node <= cluster.count(); node++) {
            cluster.stop(node);
            cluster.startAll();
        }
        stop.set(true);
        try (RespClient client = cluster.client(1)) {
            for (CompletableFuture<Map<String, String>> worker : workers) {
                worker.get()
                        .forEach((key, value) ->
                                assertThat(client.ask("GET", key)).as(key).isEqualTo(value));
            }
        }
        threads.shutdown();
        assertThat(requests.get()).isGreaterThan(100);
    }

    /** Writes and reads through one node after the other, changing when a connection closes; returns the values that were written. */
    private static Map<String, String> load(int worker, AtomicBoolean stop, AtomicLong requests) {
        Map<String, String> written = new TreeMap<>();
        int node = worker;
        while (!stop.get()) {
            node = node % cluster.count() + 1;
            try (RespClient client = cluster.client(node)) {
                while (!stop.get()) {
                    String key = "load_" + worker + "_" + requests.incrementAndGet() % 500;
                    String value = "v" + requests.get();
                    assertThat(client.ask("SET", key, value)).isEqualTo("OK");
                    written.put(key, value);
                    assertThat(client.ask("GET", key)).as(key).isEqualTo(value);
                    LockSupport.parkNanos(REQUEST_PAUSE_NANOS);
                }
            } catch (UncheckedIOException e) {
                LockSupport.parkNanos(REQUEST_PAUSE_NANOS); // the node leaves; the client continues with another one
            }
        }
        return written;
    }
}
