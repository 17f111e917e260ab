package dev.divvy.cache.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
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

/** Five nodes as processes, found through the mesh, under the faults of real life. */
class FaultsTest {

    private static final int KEYS = 2000;

    /** Longer than the default, so that only the pause that is meant ends a lease; the pause is longer still. */
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Between the requests of a client: the nodes that start and stop need the processor, too. */
    private static final long BREATH = 8_000_000;

    private static Harbour harbour;

    @BeforeAll
    static void start() {
        harbour = new Harbour(5, TIME_TO_LIVE);
        harbour.startAll();
    }

    @AfterAll
    static void end() {
        harbour.close();
    }

    private static void fill(int node, String prefix, String value) {
        try (Talk talk = harbour.talk(node)) {
            for (int i = 0; i < KEYS; i++) {
                talk.say("SET", prefix + i, value + i);
            }
            talk.flush();
            for (int i = 0; i < KEYS; i++) {
                assertThat(talk.hear()).isEqualTo("OK");
            }
        }
    }

    @Test
    void aKilledNodeTakesItsEntriesAlongAndNothingElse() {
        harbour.startAll();
        fill(1, "killed_", "v");
        Map<Integer, Long> before = sizes();
        harbour.kill(2);
        harbour.awaitCalm();
        Map<Integer, Long> after = sizes();
        before.remove(2);
        assertThat(after).isEqualTo(before);
        // Whoever comes again gets its share with what is there: also of the tokens that were its own and are filled
        // anew.
        fill(1, "killed_", "w");
        long left = total();
        harbour.startAll();
        assertThat(total()).isEqualTo(left);
        assertThat(harbour.size(2)).isPositive();
    }

    private static long total() {
        return sizes().values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<Integer, Long> sizes() {
        Map<Integer, Long> sizes = new TreeMap<>();
        for (int node = 1; node <= harbour.count(); node++) {
            try {
                sizes.put(node, harbour.size(node));
            } catch (UncheckedIOException e) {
                assertThat(node).as("only the killed one is away").isEqualTo(2);
            }
        }
        return sizes;
    }

    @Test
    void aNodeThatStoodStillNeverAnswersWithWhatItHad() {
        harbour.startAll();
        fill(1, "still_", "old");
        try (Talk through = harbour.talk(3)) {
            assertThat(through.ask("PING")).isEqualTo("PONG");
            harbour.process(3).pause();
            try {
                long stopped = System.nanoTime();
                Fleet.until("the others go on without it", FaultsTest::othersAreAlone);
                fill(1, "still_", "new");
                Fleet.until("it stood still long enough", () -> System.nanoTime() - stopped > PAUSE.toNanos());
            } finally {
                harbour.process(3).resume();
            }
            for (int i = 0; i < KEYS; i++) {
                assertThat(through.ask("GET", "still_" + i)).isEqualTo("new" + i);
            }
        }
        harbour.awaitCalm();
        try (Talk talk = harbour.talk(3)) {
            assertThat(talk.ask("GET", "still_1")).isEqualTo("new1");
        }
        assertThat(harbour.size(3)).as("it takes part again").isPositive();
    }

    /** Whether the first one asks nobody any more who is not there: what was under way to such a one would be lost. */
    private static boolean othersAreAlone() {
        try (Talk talk = harbour.talk(1)) {
            return String.valueOf(talk.ask("CLUSTER", "INFO"))
                    .contains("cluster_known_nodes:" + (harbour.count() - 1) + "\r\n");
        }
    }

    @Test
    void aRollingRestartUnderLoadLosesNothing() throws Exception {
        harbour.startAll();
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong requests = new AtomicLong();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<CompletableFuture<Map<String, String>>> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int client = i;
            clients.add(CompletableFuture.supplyAsync(() -> load(client, over, requests), threads));
        }
        for (int node = 1; node <= harbour.count(); node++) {
            harbour.stop(node);
            harbour.startAll();
        }
        over.set(true);
        try (Talk talk = harbour.talk(1)) {
            for (CompletableFuture<Map<String, String>> client : clients) {
                client.get()
                        .forEach((key, value) ->
                                assertThat(talk.ask("GET", key)).as(key).isEqualTo(value));
            }
        }
        threads.shutdown();
        assertThat(requests.get()).isGreaterThan(100);
    }

    /** Writes and reads through whichever node is there; whose connection was closed asks another one. What was written is answered. */
    private static Map<String, String> load(int client, AtomicBoolean over, AtomicLong requests) {
        Map<String, String> written = new TreeMap<>();
        int node = client;
        while (!over.get()) {
            node = node % harbour.count() + 1;
            try (Talk talk = harbour.talk(node)) {
                while (!over.get()) {
                    String key = "load_" + client + "_" + requests.incrementAndGet() % 500;
                    String value = "v" + requests.get();
                    assertThat(talk.ask("SET", key, value)).isEqualTo("OK");
                    written.put(key, value);
                    assertThat(talk.ask("GET", key)).as(key).isEqualTo(value);
                    LockSupport.parkNanos(BREATH);
                }
            } catch (UncheckedIOException e) {
                LockSupport.parkNanos(BREATH); // the node leaves; its clients go to another one, and ask again
            }
        }
        return written;
    }
}
