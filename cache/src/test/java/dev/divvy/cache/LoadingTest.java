package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Concurrent callers of a loading get share one load, and a put during the load is not lost. The keys are of this node and of another. */
class LoadingTest {

    private static final int CALLERS = 24;

    private static final String KEY_OF_TOKEN_0 = Stream.iterate(0, i -> i + 1)
            .map(i -> "k" + i)
            .filter(key -> Tokens.redis(2).tokenOf(key) == 0)
            .findFirst()
            .orElseThrow();

    /** The states of a caller that waits for the load, or that loads and waits for its gate. */
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private static TestCluster cluster;
    private static Cache<String, String> cache;

    @BeforeAll
    static void start() {
        cluster = new TestCluster(settings -> settings.withTokens(2)).with("n1", "n2");
        cache = Cache.ofStrings(cluster.node("n1"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** A loader that counts its calls, and waits until its gate opens. */
    private static final class BlockingLoader implements Function<String, String> {
        private final Supplier<String> outcome;
        private final AtomicInteger loads = new AtomicInteger();
        private final CountDownLatch gate = new CountDownLatch(1);

        BlockingLoader(Supplier<String> outcome) {
            this.outcome = outcome;
        }

        @Override
        public String apply(String key) {
            loads.incrementAndGet();
            await(gate);
            return outcome.get();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(TestCluster.TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the latch was not opened in time");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts threads that get one key, and waits until all of them wait for the load. */
    private static List<CompletableFuture<String>> ask(String key, BlockingLoader loader, int threads) {
        List<CompletableFuture<String>> replies = new ArrayList<>();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            replies.add(
                    CompletableFuture.supplyAsync(() -> cache.get(key, loader), task -> callers.add(new Thread(task))));
        }
        callers.forEach(Thread::start);
        TestCluster.until("one loads", () -> loader.loads.get() > 0);
        TestCluster.until("all wait", () -> callers.stream().allMatch(thread -> WAITING.contains(thread.getState())));
        // Replies come in order: each thread that asked before this one has its reply, and waits for the load.
        assertThat(cache.get(key)).isEmpty();
        return replies;
    }

    /** Returns an unused key of this node, or of the other one. */
    private static String key(String name, boolean local) {
        for (int i = 0; ; i++) {
            String key = name + "_" + i;
            try (RespClient client = cluster.client("n1")) {
                long before = cluster.node("n1").size();
                assertThat(client.ask("SET", key, "x")).isEqualTo("OK");
                boolean isLocal = cluster.node("n1").size() > before;
                assertThat(client.ask("DEL", key)).isEqualTo(1L);
                if (isLocal == local) {
                    return key;
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void concurrentCallersGetTheValueOfOneLoad(boolean local) {
        BlockingLoader loader = new BlockingLoader(() -> "value");
        String key = key("one", local);
        List<CompletableFuture<String>> replies = ask(key, loader, CALLERS);
        loader.gate.countDown();
        assertThat(replies).allSatisfy(reply -> assertThat(reply.join()).isEqualTo("value"));
        assertThat(loader.loads).hasValue(1);
        assertThat(cache.get(key)).contains("value");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailedLoadFailsAllCallersAndTheNextCallLoadsAgain(boolean local) {
        BlockingLoader loader = new BlockingLoader(() -> {
            throw new IllegalStateException("no source");
        });
        String key = key("fails", local);
        List<CompletableFuture<String>> replies = ask(key, loader, CALLERS);
        loader.gate.countDown();
        assertThat(replies)
                .allSatisfy(reply -> assertThatThrownBy(reply::join)
                        .hasRootCauseInstanceOf(IllegalStateException.class)
                        .hasRootCauseMessage("no source"));
        assertThat(loader.loads).hasValue(1);
        assertThat(cache.get(key)).isEmpty();
        assertThat(cache.get(key, missing -> "mended")).isEqualTo("mended");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPutDuringALoadStaysAndIsReturned(boolean local) {
        BlockingLoader loader = new BlockingLoader(() -> "old");
        String key = key("put", local);
        List<CompletableFuture<String>> replies = ask(key, loader, CALLERS);
        cache.put(key, "new", Duration.ofHours(1));
        assertThat(cache.get(key, loader))
                .as("a call that finds a value does not wait")
                .isEqualTo("new");
        loader.gate.countDown();
        assertThat(replies).allSatisfy(reply -> assertThat(reply.join()).isEqualTo("new"));
        assertThat(cache.get(key)).contains("new");
        try (RespClient client = cluster.client("n2")) {
            assertThat((Long) client.ask("PTTL", key)).as("its time-to-live").isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKeyThatIsDeletedDuringALoadStaysDeleted(boolean local) {
        BlockingLoader loader = new BlockingLoader(() -> "old");
        String key = key("deleted", local);
        List<CompletableFuture<String>> replies = ask(key, loader, CALLERS);
        assertThat(cache.delete(key)).isFalse();
        loader.gate.countDown();
        assertThat(replies).allSatisfy(reply -> assertThat(reply.join()).isEqualTo("old"));
        assertThat(cache.get(key)).isEmpty();
        assertThat(cache.get(key, missing -> "new", Duration.ofHours(1))).isEqualTo("new");
        assertThat(cache.get(key)).contains("new");
    }

    @Test
    void aLoadWithATimeToLiveDoesNotChangeThatOfAPutMeanwhile() {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> loaded = new CompletableFuture<>();
        CompletableFuture<String> reply = cache.async()
                .get(
                        "timed",
                        key -> {
                            begun.countDown();
                            return loaded;
                        },
                        Duration.ofMillis(1));
        await(begun);
        cache.put("timed", "new");
        loaded.complete("old");
        assertThat(reply.join()).isEqualTo("new");
        try (RespClient client = cluster.client("n2")) {
            assertThat(client.ask("PTTL", "timed")).isEqualTo(-1L);
        }
    }

    /** The key is deleted while another node owns it, which knows nothing of the load. */
    @Test
    void aLoadEndsWhenItsTokenMoves() {
        try (TestCluster moving =
                        new TestCluster(settings -> settings.withTokens(2).withBackups(1)).with("n1", "n2");
                RespClient client = moving.client("n1")) {
            pin(moving, client, "n1");
            String lease = String.valueOf(client.ask("DIVVY.LOAD", KEY_OF_TOKEN_0));
            pin(moving, client, "n2");
            assertThat(client.ask("DEL", KEY_OF_TOKEN_0)).isEqualTo(0L);
            pin(moving, client, "n1");
            assertThat(client.ask("DIVVY.FILL", KEY_OF_TOKEN_0, lease, "old")).isEqualTo(0L);
            assertThat(client.ask("GET", KEY_OF_TOKEN_0)).isNull();
        }
    }

    private static void pin(TestCluster moving, RespClient client, String owner) {
        assertThat(client.ask("DIVVY.PIN", "0", owner)).isEqualTo("OK");
        TestCluster.until(
                "it owns token 0",
                () -> moving.node(owner)
                        .status()
                        .allocation()
                        .filter(allocation -> allocation.piecesOf(owner).contains(0))
                        .isPresent());
        moving.awaitCalm();
    }

    @Test
    void loadsOfOtherKeysDoNotWait() {
        int keys = 2 * Runtime.getRuntime().availableProcessors() + 4;
        CountDownLatch all = new CountDownLatch(keys);
        List<CompletableFuture<String>> replies = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            String key = "other_" + i;
            replies.add(CompletableFuture.supplyAsync(
                    () -> cache.get(key, missing -> {
                        all.countDown();
                        await(all); // every loader waits for all others
                        return missing;
                    }),
                    task -> new Thread(task).start()));
        }
        assertThat(replies).allSatisfy(reply -> assertThat(reply.join()).startsWith("other_"));
    }

    @Test
    void aLoaderThatReturnsNullFailsAndTheNextCallLoadsAgain() {
        assertThatThrownBy(() -> cache.get("nothing", key -> nothing()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the loader returned null");
        assertThatThrownBy(() -> cache.async()
                        .get("nothing", key -> {
                            throw new IllegalStateException("at once");
                        })
                        .join())
                .hasRootCauseMessage("at once");
        assertThat(cache.get("nothing", key -> "something")).isEqualTo("something");
    }

    @SuppressWarnings("NullAway") // a loader that breaks its contract
    private static String nothing() {
        return null;
    }
}
