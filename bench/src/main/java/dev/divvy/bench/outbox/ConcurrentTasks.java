package dev.divvy.bench.outbox;

import dev.divvy.coordination.support.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks that start at the same time, one thread each. */
final class ConcurrentTasks implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.named("divvy-bench-agent"));
    private final CountDownLatch start = new CountDownLatch(1);
    private final List<Future<?>> results = new ArrayList<>();

    interface Task {
        void run() throws Exception;
    }

    void add(Task task) {
        Callable<Boolean> waiting = () -> {
            start.await();
            task.run();
            return true;
        };
        results.add(threads.submit(waiting));
    }

    /** Starts the tasks, waits until all are done, and returns the nanoseconds that this took. */
    long run() throws ExecutionException, InterruptedException {
        long began = System.nanoTime();
        start.countDown();
        for (Future<?> result : results) {
            result.get();
        }
        return System.nanoTime() - began;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
