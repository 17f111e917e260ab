package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Requests that start at the same moment, each on its own thread. */
final class ConcurrentRequests {

    private static final int HANDLES = 4;

    private ConcurrentRequests() {}

    /** Returns a few handles that many threads share. */
    static List<Board> handles(BoardFixture fixture) {
        return Stream.generate(fixture::anotherHandle).limit(HANDLES).toList();
    }

    /**
     * Returns the results in the order of the callables. Fails when one of them fails, or when together they take longer than the timeout.
     */
    static <T> List<T> run(Duration timeout, List<Callable<T>> callables) {
        ExecutorService threads = Executors.newFixedThreadPool(callables.size(), DaemonThreads.named("racer"));
        try {
            CountDownLatch ready = new CountDownLatch(callables.size());
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> callable : callables) {
                futures.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return callable.call();
                }));
            }
            return collect(futures, System.nanoTime() + timeout.toNanos(), timeout);
        } finally {
            shutDown(threads);
        }
    }

    private static void shutDown(ExecutorService threads) {
        threads.shutdownNow();
        try {
            // All are done, unless the race failed; then a thread that ignores the interrupt is abandoned.
            threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> List<T> collect(List<Future<T>> futures, long end, Duration timeout) {
        List<T> all = new ArrayList<>();
        try {
            for (Future<T> future : futures) {
                all.add(future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS));
            }
            return all;
        } catch (ExecutionException e) {
            throw new AssertionError("one of " + futures.size() + " racers failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError(futures.size() + " racers did not finish within " + timeout, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + futures.size() + " racers ran", e);
        }
    }
}
