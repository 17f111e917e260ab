package dev.divvy.distributor.client;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.StoreAccessException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a store on a thread of its own, one question after the other, so that whoever waits for an answer can stop waiting when it has
 * something better to do. Used by one thread.
 */
final class StoreExecutor {

    private final ThreadPoolExecutor crew;

    /** The question under way, perhaps of an earlier call that stopped waiting. */
    private @Nullable Future<?> underWay;

    StoreExecutor(String name) {
        this.crew = new ThreadPoolExecutor(
                1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named(name));
        crew.allowCoreThreadTimeOut(true);
    }

    /**
     * Asks, and waits for the answer until this moment of the clock. What was not answered by then may still be carried out, but before
     * anything that is asked later.
     */
    <T> T ask(Callable<T> question, long until) throws InterruptedException {
        if (underWay != null && !underWay.isDone()) {
            await(underWay, until);
        }
        Future<T> answer = crew.submit(question);
        underWay = answer;
        return await(answer, until);
    }

    private static <T> T await(Future<T> answer, long until) throws InterruptedException {
        try {
            return answer.get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new StoreAccessException("the store did not answer in time", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreAccessException trouble) {
                throw trouble;
            }
            throw new StoreAccessException("the store failed: " + e.getCause(), e);
        }
    }

    /** Takes no more questions; its thread ends after those that were asked. */
    void close() {
        crew.shutdown();
    }
}
