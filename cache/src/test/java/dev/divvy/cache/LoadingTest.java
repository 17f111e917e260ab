package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many ask at once for what is not there: one loads, and what comes in between is not lost. The keys are of this node and of another. */
class LoadingTest {

    private static final int MANY = 24;

    private static Fleet fleet;
    private static Cache<String, String> cache;

    @BeforeAll
    static void start() {
        fleet = new Fleet(settings -> settings.withTokens(2)).with("n1", "n2");
        cache = Cache.ofStrings(fleet.node("n1"));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    /** A loader that waits until it is told to go on, and counts. */
    private static final class Source implements Function<String, String> {
        private final Supplier<String> outcome;
        private final AtomicInteger loads = new AtomicInteger();
        private final CountDownLatch gate = new CountDownLatch(1);

        Source(Supplier<String> outcome) {
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
            if (!latch.await(Fleet.LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody opened it");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Threads that ask for one key, and all wait. */
    private static List<CompletableFuture<String>> ask(String key, Source source, int threads) {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        List<Thread> asking = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            answers.add(CompletableFuture.supplyAsync(
                    () -> cache.get(key, source), asked -> asking.add(new Thread(asked))));
        }
        asking.forEach(Thread::start);
        Fleet.until("one loads", () -> source.loads.get() > 0);
        Fleet.until("all wait", () -> asking.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        // Answers come in order: whoever asked before this has its answer, and waits for the load.
        assertThat(cache.get(key)).isEmpty();
        return answers;
    }

    /** A key that nobody used before, on this node or on the other one. */
    private static String key(String name, boolean here) {
        for (int i = 0; ; i++) {
            String key = name + "_" + i;
            try (Talk talk = fleet.talk("n1")) {
                long before = fleet.node("n1").size();
                assertThat(talk.ask("SET", key, "x")).isEqualTo("OK");
                boolean there = fleet.node("n1").size() > before;
                assertThat(talk.ask("DEL", key)).isEqualTo(1L);
                if (there == here) {
                    return key;
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneLoadsAndAllGetItsValue(boolean here) {
        Source source = new Source(() -> "value");
        String key = key("one", here);
        List<CompletableFuture<String>> answers = ask(key, source, MANY);
        source.gate.countDown();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("value"));
        assertThat(source.loads).hasValue(1);
        assertThat(cache.get(key)).contains("value");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLoaderThatFailsFailsAllThatWaitAndTheNextAsksAgain(boolean here) {
        Source source = new Source(() -> {
            throw new IllegalStateException("no source");
        });
        String key = key("fails", here);
        List<CompletableFuture<String>> answers = ask(key, source, MANY);
        source.gate.countDown();
        assertThat(answers)
                .allSatisfy(answer -> assertThatThrownBy(answer::join)
                        .hasRootCauseInstanceOf(IllegalStateException.class)
                        .hasRootCauseMessage("no source"));
        assertThat(source.loads).hasValue(1);
        assertThat(cache.get(key)).isEmpty();
        assertThat(cache.get(key, one -> "mended")).isEqualTo("mended");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsPutDuringALoadStaysAndIsTheAnswer(boolean here) {
        Source source = new Source(() -> "old");
        String key = key("put", here);
        List<CompletableFuture<String>> answers = ask(key, source, MANY);
        cache.put(key, "new", Duration.ofHours(1));
        assertThat(cache.get(key, source)).as("nobody waits who finds a value").isEqualTo("new");
        source.gate.countDown();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("new"));
        assertThat(cache.get(key)).contains("new");
        try (Talk talk = fleet.talk("n2")) {
            assertThat((Long) talk.ask("PTTL", key)).as("its time-to-live").isPositive();
        }
    }

    @Test
    void aLoadWithATimeToLiveDoesNotShortenWhatIsPutMeanwhile() {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> loaded = new CompletableFuture<>();
        CompletableFuture<String> answer = cache.async()
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
        assertThat(answer.join()).isEqualTo("new");
        try (Talk talk = fleet.talk("n2")) {
            assertThat(talk.ask("PTTL", "timed")).isEqualTo(-1L);
        }
    }

    @Test
    void loadsOfOtherKeysDoNotWait() {
        int keys = 2 * Runtime.getRuntime().availableProcessors() + 4;
        CountDownLatch all = new CountDownLatch(keys);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            String key = "other_" + i;
            answers.add(CompletableFuture.supplyAsync(
                    () -> cache.get(key, one -> {
                        all.countDown();
                        await(all); // every loader waits for all others
                        return one;
                    }),
                    asking -> new Thread(asking).start()));
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).startsWith("other_"));
    }

    @Test
    void whatIsNoLoadIsAFailureAndTheNextAsksAgain() {
        assertThatThrownBy(() -> cache.get("nothing", key -> nothing()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a loader brought nothing");
        assertThatThrownBy(() -> cache.async()
                        .get("nothing", key -> {
                            throw new IllegalStateException("at once");
                        })
                        .join())
                .hasRootCauseMessage("at once");
        assertThat(cache.get("nothing", key -> "something")).isEqualTo("something");
    }

    @SuppressWarnings("NullAway") // what a careless loader does
    private static String nothing() {
        return null;
    }
}
