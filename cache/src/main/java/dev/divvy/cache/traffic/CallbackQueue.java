package dev.divvy.cache.traffic;

import dev.divvy.coordination.support.DaemonThreads;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs code of the application for one event loop, on an executor: it may block, and the loop must not. One task of the executor runs many
 * callbacks, since waking a thread for each would cost more than most of them. Another task starts when callbacks wait for a millisecond:
 * those that run may block until one that waits has run.
 */
final class CallbackQueue {

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The tasks that share the work as long as none of them blocks. */
    private static final int MAX_SHARING = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private static final ThreadLocal<Boolean> IN_CALLBACK = ThreadLocal.withInitial(() -> false);

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tasks = new AtomicInteger();
    private final AtomicLong finished = new AtomicLong();
    private final EventLoopContext loop;
    private final Executor executor;

    /** Whether a check is scheduled, and the callbacks that had finished at the last one; used on the loop only. */
    private boolean checking;

    private long finishedBefore;

    CallbackQueue(EventLoopContext loop, Executor executor) {
        this.loop = loop;
        this.executor = executor;
    }

    /** Whether the current thread runs a callback. */
    static boolean inCallback() {
        return IN_CALLBACK.get();
    }

    /** Adds a callback, which must not throw; on the loop only. */
    void add(Runnable callback) {
        waiting.add(callback);
        if (tasks.compareAndSet(0, 1)) {
            start();
        }
        if (!checking) {
            checking = true;
            loop.schedule(this::check, CHECK_NANOS);
        }
    }

    private void check() {
        long now = finished.get();
        checking = !waiting.isEmpty();
        if (checking) {
            if (now == finishedBefore || tasks.get() < MAX_SHARING) {
                tasks.incrementAndGet();
                start();
            }
            loop.schedule(this::check, CHECK_NANOS);
        }
        finishedBefore = now;
    }

    private void start() {
        try {
            executor.execute(this::runAll);
        } catch (RejectedExecutionException e) {
            // The application has closed its executor, or it is full: the futures are completed all the same.
            DaemonThreads.start("divvy-cache-callback", this::runAll);
        }
    }

    private void runAll() {
        IN_CALLBACK.set(true);
        try {
            do {
                for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                    next.run();
                    finished.incrementAndGet();
                }
                tasks.decrementAndGet();
                // A callback that was added before the decrement found a task here.
            } while (!waiting.isEmpty() && tasks.compareAndSet(0, 1));
        } finally {
            IN_CALLBACK.remove();
        }
    }
}
