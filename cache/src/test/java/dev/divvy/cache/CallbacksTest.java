package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Functions that depend on the futures of an {@link AsyncCache} may block: they stop no event loop, and each other only for a moment. */
class CallbacksTest {

    private static final int KEYS = 100;

    private static TestCluster cluster;
    private static Cache<String, String> cache;

    @BeforeAll
    static void start() {
        cluster = new TestCluster().with("n1", "n2");
        cache = Cache.ofStrings(cluster.node("n1"));
        for (int i = 0; i < KEYS; i++) {
            cache.put("a" + i, "value " + i);
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void aCallbackMayCallBlockingMethods() {
        finishes(i -> cache.async().get("a" + i).thenAccept(value -> cache.put("b" + i, value.orElseThrow())));
        for (int i = 0; i < KEYS; i++) {
            assertThat(cache.get("b" + i)).contains("value " + i);
        }
    }

    @Test
    void aCallbackMayWaitForAnotherFuture() {
        finishes(i -> cache.async()
                .get("a" + i)
                .thenAccept(value -> cache.async()
                        .put("e" + i, value.orElseThrow())
                        .thenCompose(done -> cache.async().get("e" + i))
                        .join()));
    }

    @Test
    void aLoaderMayLoadOtherEntries() {
        finishes(i -> cache.async()
                .get("a" + i)
                .thenAccept(value -> cache.get("c" + i, key -> cache.get("d" + i, other -> "loaded"))));
        assertThat(cache.get("c7")).contains("loaded");
    }

    @Test
    void clientsAreServedWhileCallbacksBlock() {
        CountDownLatch end = new CountDownLatch(1);
        // Each in a thread of its own: the callbacks for entries of this node run in the caller.
        List<CompletableFuture<Void>> blocked = IntStream.range(0, KEYS)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> cache.async()
                                .get("a" + i)
                                .thenAccept(value -> await(end))
                                .join(),
                        task -> new Thread(task).start()))
                .toList();
        try (RespClient first = cluster.client("n1");
                RespClient second = cluster.client("n2")) {
            for (int i = 0; i < KEYS; i++) {
                assertThat(first.ask("GET", "a" + i)).isEqualTo("value " + i);
                assertThat(second.ask("GET", "a" + i)).isEqualTo("value " + i);
            }
        } finally {
            end.countDown();
        }
        CompletableFuture.allOf(blocked.toArray(CompletableFuture[]::new))
                .orTimeout(TestCluster.TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Test
    void aThreadThatSendsTooManyRequestsWaitsAndThenIsRefused() {
        HoldingExecutor executor = new HoldingExecutor();
        try (TestCluster slow = new TestCluster(
                        settings -> settings.withExecutor(executor).withRequestTimeout(Duration.ofMillis(200)))
                .with("n1", "n2")) {
            AsyncCache<String, String> async = Cache.ofStrings(slow.node("n1")).async();
            List<CompletableFuture<Optional<String>>> sent = new ArrayList<>();
            do {
                sent.add(async.get("k" + sent.size()));
            } while (!last(sent).isCompletedExceptionally());
            assertThatThrownBy(last(sent)::join)
                    .hasCauseInstanceOf(CacheException.class)
                    .hasMessageContaining("BUSY 10000 asynchronous requests are in flight");
            assertThat(sent.stream().filter(reply -> !reply.isDone())).hasSize(10_000);
            executor.release();
            sent.remove(sent.size() - 1);
            assertThat(sent).allSatisfy(reply -> assertThat(reply.join()).isEmpty());
            assertThat(async.get("another").join()).isEmpty();
        }
    }

    @Test
    void aThreadThatSendsTooManyBytesWaitsAndIsRefusedBeforeAnythingIsDone() {
        HoldingExecutor executor = new HoldingExecutor();
        long mostBytes = 1 << 20;
        String value = "x".repeat(100_000);
        try (TestCluster copied = new TestCluster(settings -> settings.withTokens(16)
                        .withBackups(1)
                        .withConnectionMemory(8 * mostBytes)
                        .withExecutor(executor)
                        .withRequestTimeout(Duration.ofMillis(200)))
                .with("n1", "n2")) {
            TestCluster.until(
                    "every copy is complete",
                    () -> copied.nodes().stream().allMatch(node -> node.stats().unsettledTokens() == 0));
            AsyncCache<String, String> async =
                    Cache.ofStrings(copied.node("n1")).async();
            List<CompletableFuture<Void>> sent = new ArrayList<>();
            do {
                sent.add(async.put("k" + sent.size(), value));
            } while (!last(sent).isCompletedExceptionally() && sent.size() < 100);
            assertThatThrownBy(last(sent)::join)
                    .hasCauseInstanceOf(CacheException.class)
                    .hasMessageContaining("BUSY 11 asynchronous requests of 1100")
                    .hasMessageContaining("bytes are in flight");
            executor.release();
            sent.remove(sent.size() - 1);
            sent.forEach(CompletableFuture::join);
            assertThat(async.get("k" + sent.size()).join())
                    .as("the refused put did nothing")
                    .isEmpty();
            async.put("k" + sent.size(), value).join();
        }
    }

    /** Holds its tasks back until they are released; later tasks run at once. */
    private static final class HoldingExecutor implements Executor {

        private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean holds = new AtomicBoolean(true);

        @Override
        public void execute(Runnable task) {
            if (holds.get()) {
                held.add(task);
            } else {
                new Thread(task).start();
            }
        }

        void release() {
            holds.set(false);
            held.forEach(Runnable::run);
        }
    }

    private static <T> T last(List<T> all) {
        return all.get(all.size() - 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls the function for all keys, each from a thread of its own, which a broken implementation may block for ever. */
    private static void finishes(Function<Integer, CompletableFuture<Void>> call) {
        CompletableFuture.allOf(IntStream.range(0, KEYS)
                        .mapToObj(i -> CompletableFuture.runAsync(
                                () -> call.apply(i).join(), task -> new Thread(task).start()))
                        .toArray(CompletableFuture[]::new))
                .orTimeout(TestCluster.TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
