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

/** Requests that start in the same moment, each on a thread of its own. */
final class ConcurrentRequests {

    private static final int HANDLES = 4;

    private ConcurrentRequests() {}

    /** Returns some handles that many threads share. */
    static List<Board> handles(BoardFixture fixture) {
        return Stream.generate(fixture::another).limit(HANDLES).toList();
    }

    /** What each answered, in the order of the runners. Fails when one of them fails, or when they take longer than this. */
    static <T> List<T> run(Duration patience, List<Callable<T>> runners) {
        ExecutorService threads = Executors.newFixedThreadPool(runners.size(), DaemonThreads.named("racer"));
        try {
            CountDownLatch ready = new CountDownLatch(runners.size());
            List<Future<T>> answers = new ArrayList<>();
            for (Callable<T> runner : runners) {
                answers.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return runner.call();
                }));
            }
            return gathered(answers, System.nanoTime() + patience.toNanos(), patience);
        } finally {
            end(threads);
        }
    }

    private static void end(ExecutorService threads) {
        threads.shutdownNow();
        try {
            // All are done, unless the race failed; then a racer that hears no interrupt is left behind.
            threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> List<T> gathered(List<Future<T>> answers, long end, Duration patience) {
        List<T> all = new ArrayList<>();
        try {
            for (Future<T> answer : answers) {
                all.add(answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS));
            }
            return all;
        } catch (ExecutionException e) {
            throw new AssertionError("one of " + answers.size() + " racers failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError(answers.size() + " racers were not done within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + answers.size() + " racers ran", e);
        }
    }
}
