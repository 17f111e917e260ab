package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
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

/** Writes while tokens move: none is lost, none runs twice, none overtakes an earlier one of its client. */
class HandoverTest {

    private static final long SEED = Long.getLong("divvy.seed", System.nanoTime());

    /** Nodes come and go under whatever runs. */
    private static void churn(Fleet fleet, SplittableRandom random, int changes) {
        int next = 10;
        List<String> movable = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            if (movable.isEmpty() || (movable.size() < 3 && random.nextBoolean())) {
                String name = "n" + next++;
                fleet.start(name);
                movable.add(name);
            } else {
                fleet.stop(movable.remove(random.nextInt(movable.size())));
            }
            if (random.nextInt(3) > 0) {
                fleet.awaitCalm();
            }
        }
        fleet.awaitCalm();
    }

    @ParameterizedTest
    @ValueSource(ints = {16384, 10})
    void countersCountEveryRequestOnceWhateverMoves(int tokens) throws Exception {
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(tokens)).with("n1", "n2", "n3")) {
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong counted = new AtomicLong();
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            ExecutorService threads = Executors.newCachedThreadPool();
            for (int i = 0; i < 4; i++) {
                int writer = i;
                writers.add(CompletableFuture.runAsync(() -> count(fleet, writer, over, counted), threads));
            }
            churn(fleet, new SplittableRandom(SEED), 6);
            over.set(true);
            for (CompletableFuture<Void> writer : writers) {
                writer.get();
            }
            threads.shutdown();
            assertThat(counted.get()).as("seed %d", SEED).isPositive();
        }
    }

    private static void count(Fleet fleet, int writer, AtomicBoolean over, AtomicLong counted) {
        int keys = 50;
        long[] values = new long[keys];
        SplittableRandom random = new SplittableRandom(SEED + writer);
        try (Talk talk = fleet.talk("n" + (1 + writer % 3))) {
            while (!over.get()) {
                // A few together: those under way at a change must keep their order, too.
                int few = 1 + random.nextInt(8);
                int[] asked = random.ints(few, 0, keys).toArray();
                for (int key : asked) {
                    talk.say("INCR", "counter_" + writer + "_" + key);
                }
                talk.flush();
                for (int key : asked) {
                    values[key]++;
                    assertThat(talk.hear())
                            .as("seed %d, key %d of writer %d", SEED, key, writer)
                            .isEqualTo(values[key]);
                    counted.incrementAndGet();
                }
            }
            for (int key = 0; key < keys; key++) {
                if (values[key] > 0) {
                    assertThat(talk.ask("GET", "counter_" + writer + "_" + key))
                            .as("seed %d, key %d of writer %d", SEED, key, writer)
                            .isEqualTo(Long.toString(values[key]));
                }
            }
        }
    }

    @Test
    void aReaderSeesValuesInTheOrderInWhichTheyWereWritten() throws Exception {
        try (Fleet fleet = new Fleet().with("n1", "n2", "n3")) {
            AtomicBoolean over = new AtomicBoolean();
            ExecutorService threads = Executors.newCachedThreadPool();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(fleet, over), threads);
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> read(fleet, over), threads);
            churn(fleet, new SplittableRandom(SEED), 6);
            over.set(true);
            writer.get();
            reader.get();
            threads.shutdown();
        }
    }

    private static void write(Fleet fleet, AtomicBoolean over) {
        try (Talk talk = fleet.talk("n1")) {
            for (int value = 0; !over.get(); value += 16) {
                for (int i = 0; i < 16; i++) {
                    talk.say("SET", "row_" + (i % 4), Integer.toString(value + i));
                }
                talk.flush();
                for (int i = 0; i < 16; i++) {
                    assertThat(talk.hear()).as("seed %d", SEED).isEqualTo("OK");
                }
            }
        }
    }

    private static void read(Fleet fleet, AtomicBoolean over) {
        int[] last = new int[4];
        try (Talk talk = fleet.talk("n2")) {
            while (!over.get()) {
                for (int i = 0; i < last.length; i++) {
                    Object seen = talk.ask("GET", "row_" + i);
                    int value = seen == null ? 0 : Integer.parseInt(seen.toString());
                    assertThat(value).as("seed %d, row %d", SEED, i).isGreaterThanOrEqualTo(last[i]);
                    last[i] = value;
                }
            }
        }
    }

    @Test
    void valuesLargerThanAPartArriveWhole() {
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(16)).with("n1");
                Talk talk = fleet.talk("n1")) {
            String large = "x".repeat(3_000_000);
            for (int i = 0; i < 20; i++) {
                assertThat(talk.ask("SET", "large_" + i, large + i)).isEqualTo("OK");
            }
            for (int i = 0; i < 2000; i++) {
                assertThat(talk.ask("SET", "short_" + i, "a" + i, "PX", "100000000"))
                        .isEqualTo("OK");
            }
            fleet.with("n2");
            fleet.stop("n1");
            fleet.awaitCalm();
            try (Talk other = fleet.talk("n2")) {
                assertThat(other.ask("DBSIZE")).isEqualTo(2020L);
                for (int i = 0; i < 20; i++) {
                    assertThat(other.ask("GET", "large_" + i)).isEqualTo(large + i);
                }
                assertThat((Long) other.ask("PTTL", "short_7")).isBetween(1L, 100_000_000L);
            }
        }
    }
}
