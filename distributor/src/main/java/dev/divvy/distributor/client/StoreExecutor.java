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
 * Runs requests to a store on its own thread, one after the other, so that the caller can stop waiting for a reply at a deadline. Used by
 * one thread.
 */
final class StoreExecutor {

    private final ThreadPoolExecutor executor;

    /** The last request; it may still run although its caller stopped waiting. */
    private @Nullable Future<?> last;

    StoreExecutor(String name) {
        this.executor = new ThreadPoolExecutor(
                1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named(name));
        executor.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a request and waits for its reply until the deadline, a {@link System#nanoTime()}. A request that missed its deadline may still
     * be carried out, but before any later one.
     */
    <T> T call(Callable<T> request, long deadline) throws InterruptedException {
        if (last != null && !last.isDone()) {
            await(last, deadline);
        }
        Future<T> reply = executor.submit(request);
        last = reply;
        return await(reply, deadline);
    }

    private static <T> T await(Future<T> reply, long deadline) throws InterruptedException {
        try {
            return reply.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new StoreAccessException("the store did not answer in time", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreAccessException failure) {
                throw failure;
            }
            throw new StoreAccessException("the store failed: " + e.getCause(), e);
        }
    }

    /** Accepts no more requests; the thread ends after those that were submitted. */
    void close() {
        executor.shutdown();
    }
}
