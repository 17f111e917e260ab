package dev.divvy.console.http;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Runs calls that may block: a few at a time, with a bounded queue, each within a time limit. Any failure becomes a 503 reply. */
public final class BoundedCalls implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int QUEUE_LENGTH = 64;
    private static final long IDLE_SECONDS = 10;
    private static final Map<String, String> RETRY_SOON = Map.of("Retry-After", "1");

    private final Duration limit;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE_LENGTH),
            DaemonThreads.numbered("divvy-http-source"));

    public BoundedCalls(Duration limit) {
        this.limit = limit;
        threads.allowCoreThreadTimeOut(true);
    }

    public <T> T call(Supplier<T> call) {
        Future<T> result;
        try {
            result = threads.submit(call::get);
        } catch (RejectedExecutionException e) {
            throw unavailable("too many requests at a time");
        }
        try {
            return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            result.cancel(true);
            throw unavailable("no answer within " + limit.toMillis() + " ms");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof RefusedRequestException refused) {
                throw refused;
            }
            throw unavailable(cause.getMessage() == null ? cause.toString() : cause.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("the server is stopping");
        }
    }

    private static RefusedRequestException unavailable(String why) {
        return new RefusedRequestException(503, why, RETRY_SOON);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
