package dev.divvy.cache.clients;

import dev.divvy.cache.testcluster.TestCluster;
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
 * Writes and reads its own keys through one client, round after round, and retries after each retriable error. Every read must return
 * the last acknowledged value; only a key whose node was killed may have none.
 */
final class ClientWorkload {

    private interface Request {
        @Nullable
        String run() throws RetriableException;
    }

    /** The pause between two rounds, since the nodes that start and stop need the processor, too. */
    private static final long ROUND_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Client client;
    private final List<String> keys;
    private final Map<String, String> acknowledged = new HashMap<>();

    /** The number of occurrences of each retriable error. */
    private final Map<String, Integer> retriableErrors = new TreeMap<>();

    private long written;
    private volatile boolean stopped;
    private final AtomicLong rounds = new AtomicLong();
    private volatile Set<String> losable = Set.of();

    ClientWorkload(Client client, int keys) {
        this.client = client;
        this.keys =
                IntStream.range(0, keys).mapToObj(i -> client.name() + "_" + i).toList();
    }

    /** Allows these keys to have no value from now on, because their node is killed. */
    void mayLose(Set<String> lost) {
        losable = Set.copyOf(lost);
    }

    /** Reads and writes until {@link #end}. */
    CompletableFuture<Void> begin(Executor threads) {
        stopped = false;
        rounds.set(0);
        return CompletableFuture.runAsync(
                () -> {
                    while (!stopped) {
                        check();
                        writeAll();
                        rounds.incrementAndGet();
                        LockSupport.parkNanos(ROUND_PAUSE_NANOS);
                    }
                },
                threads);
    }

    long rounds() {
        return rounds.get();
    }

    void end() {
        stopped = true;
    }

    void writeAll() {
        for (String key : keys) {
            written++;
            String value = "v" + written;
            runWithRetries("SET " + key + " " + value, () -> {
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
            String found = runWithRetries("GET " + key, () -> client.get(key));
            boolean correct = found == null ? expected == null || losable.contains(key) : found.equals(expected);
            if (!correct) {
                throw new AssertionError(client.name() + " finds " + found + " under " + key + ", but " + expected
                        + " was acknowledged; its retriable errors: " + retriableErrors);
            }
        }
    }

    private @Nullable String runWithRetries(String text, Request request) {
        long end = System.nanoTime() + TestCluster.TIMEOUT.toNanos();
        while (true) {
            try {
                return request.run();
            } catch (RetriableException e) {
                retriableErrors.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
                if (System.nanoTime() - end > 0) {
                    throw new AssertionError(
                            client.name() + " got no reply to " + text + "; its retriable errors: " + retriableErrors,
                            e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    @Override
    public String toString() {
        return client.name() + ": " + rounds + " rounds, " + retriableErrors;
    }
}
