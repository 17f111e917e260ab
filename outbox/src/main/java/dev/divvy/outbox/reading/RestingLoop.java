package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop that has a thread only while it works: while it rests, it has none, and a wake-up or the time of its next step gives it one of a pool
 * that all loops of this JVM share. So hundreds of idle loops need few threads. Its steps never overlap.
 */
final class RestingLoop {

    private static final Logger LOG = LoggerFactory.getLogger(RestingLoop.class);
    private static final long IDLE_SECONDS = 10;
    private static final long LONGEST_REST = TimeUnit.HOURS.toNanos(1);

    /** The time after which a loop tries again that could not get a thread. */
    private static final long NO_THREAD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.named("divvy-outbox-poller"));

    /** One step; it handles its errors. */
    @FunctionalInterface
    interface Step {
        /** Returns the nanoseconds to rest before the next step, unless the loop is woken. */
        long run();
    }

    private final Step step;

    /** That of the thread which created the loop: its steps find drivers, for example, through it. */
    private final @Nullable ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    /** Whether the loop was woken since the last step began. Guarded by this object, as all that follows. */
    private boolean woken;

    private boolean working;
    private boolean ended;

    /** The thread of the current steps. */
    private @Nullable Thread thread;

    /** Ends the rest. */
    private @Nullable Future<?> timer;

    RestingLoop(Step step) {
        this.step = step;
    }

    /** Begins the next step at once, or after the current one. */
    @SuppressWarnings("CatchingUnchecked") // the caller sends an event, for example, and must not fail
    synchronized void wake() {
        woken = true;
        if (working || ended) {
            return;
        }
        try {
            THREADS.execute(this::work);
            working = true;
            cancelTimer();
        } catch (RuntimeException | Error e) {
            LOG.error("a poller got no thread; trying again", e);
            rest(NO_THREAD_NANOS);
        }
    }

    private void work() {
        if (begin()) {
            long nanos;
            do {
                nanos = step.run();
            } while (!rests(nanos));
        }
    }

    private synchronized boolean begin() {
        thread = Thread.currentThread();
        thread.setContextClassLoader(classLoader);
        woken = false;
        return !rests(ended ? LONGEST_REST : 0);
    }

    /** Returns whether the thread is given back. */
    private synchronized boolean rests(long nanos) {
        if (!ended && (woken || nanos <= 0)) {
            woken = false;
            return false;
        }
        working = false;
        thread = null;
        if (!ended) {
            rest(nanos);
        }
        notifyAll();
        return true;
    }

    private void rest(long nanos) {
        cancelTimer();
        timer = SharedTimer.once(Duration.ofNanos(Math.min(nanos, LONGEST_REST)), this::wake);
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    /** Begins no further step, and waits for the current one, at most this long; then interrupts it. */
    synchronized void end(Duration atMost) throws InterruptedException {
        ended = true;
        cancelTimer();
        long deadline = System.nanoTime() + atMost.toNanos();
        while (working && deadline - System.nanoTime() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        if (thread != null) {
            thread.interrupt();
        }
    }
}
