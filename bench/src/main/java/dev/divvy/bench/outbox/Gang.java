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

/** Threads that begin together. */
final class Gang implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.named("divvy-bench-agent"));
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Future<?>> ends = new ArrayList<>();

    interface Task {
        void run() throws Exception;
    }

    void add(Task task) {
        Callable<Boolean> gated = () -> {
            gate.await();
            task.run();
            return true;
        };
        ends.add(threads.submit(gated));
    }

    /** Lets them begin, waits until all are done, and answers how many nanoseconds that took. */
    long run() throws ExecutionException, InterruptedException {
        long began = System.nanoTime();
        gate.countDown();
        for (Future<?> end : ends) {
            end.get();
        }
        return System.nanoTime() - began;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
