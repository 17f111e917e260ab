package dev.divvy.cache;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * The threads that complete the futures of {@link AsyncCache} unless the application gives an executor: as many as processors. While one of
 * them waits for a future another one takes its place, so that functions may wait for each other.
 */
final class CallbackPool {

    private static final int MAX_THREADS = 512;

    private static final ForkJoinPool SHARED = new ForkJoinPool(
            Runtime.getRuntime().availableProcessors(),
            CallbackPool::thread,
            null,
            true,
            0,
            MAX_THREADS,
            1,
            // At the most threads none takes the place of one that waits.
            pool -> true,
            10,
            TimeUnit.SECONDS);

    private CallbackPool() {}

    static Executor shared() {
        return SHARED;
    }

    private static ForkJoinWorkerThread thread(ForkJoinPool pool) {
        ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        thread.setName("divvy-cache-callback-" + thread.getPoolIndex());
        return thread;
    }
}
