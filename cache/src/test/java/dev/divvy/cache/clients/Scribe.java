package dev.divvy.cache.clients;

import dev.divvy.cache.fleet.Fleet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads its own keys through one client, round after round, and asks again after each setback. It remembers what was
 * acknowledged, and reads nothing else: only a key that may have died with its node may have no value.
 */
final class Scribe {

    private interface Question {
        @Nullable
        String ask() throws Setback;
    }

    /** Between two rounds: the nodes that start and stop need the processor, too. */
    private static final long BREATH = TimeUnit.MILLISECONDS.toNanos(20);

    private final Client client;
    private final List<String> keys;
    private final Map<String, String> acknowledged = new HashMap<>();

    /** How often which setback was met. */
    private final Map<String, Integer> setbacks = new TreeMap<>();

    private long written;
    private volatile boolean over;
    private final AtomicLong rounds = new AtomicLong();
    private volatile Set<String> mortal = Set.of();

    Scribe(Client client, int keys) {
        this.client = client;
        this.keys =
                IntStream.range(0, keys).mapToObj(i -> client.name() + "_" + i).toList();
    }

    /** From now on these keys may be found without a value, because their node is killed. */
    void mayLose(Set<String> some) {
        mortal = Set.copyOf(some);
    }

    /** Reads and writes until it is told to end. */
    CompletableFuture<Void> begin(Executor threads) {
        over = false;
        rounds.set(0);
        return CompletableFuture.runAsync(
                () -> {
                    while (!over) {
                        check();
                        writeAll();
                        rounds.incrementAndGet();
                        LockSupport.parkNanos(BREATH);
                    }
                },
                threads);
    }

    long rounds() {
        return rounds.get();
    }

    void end() {
        over = true;
    }

    void writeAll() {
        for (String key : keys) {
            written++;
            String value = "v" + written;
            answer("SET " + key + " " + value, () -> {
                client.set(key, value);
                return value;
            });
            acknowledged.put(key, value);
        }
    }

    /** Reads every key that was ever written. */
    void check() {
        for (String key : keys) {
            String expected = acknowledged.get(key);
            String found = answer("GET " + key, () -> client.get(key));
            boolean right = found == null ? expected == null || mortal.contains(key) : found.equals(expected);
            if (!right) {
                throw new AssertionError(client.name() + " finds " + found + " under " + key + ", but " + expected
                        + " was acknowledged; it met " + setbacks);
            }
        }
    }

    private @Nullable String answer(String what, Question question) {
        long end = System.nanoTime() + Fleet.LONG.toNanos();
        while (true) {
            try {
                return question.ask();
            } catch (Setback e) {
                setbacks.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
                if (System.nanoTime() - end > 0) {
                    throw new AssertionError(
                            client.name() + " was never answered: " + what + "; it met " + setbacks, e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    @Override
    public String toString() {
        return client.name() + ": " + rounds + " rounds, " + setbacks;
    }
}
