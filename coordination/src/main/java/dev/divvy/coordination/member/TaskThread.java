package dev.divvy.coordination.member;

import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that does one task while it is wanted: again after a failure, with growing pauses; interrupted when it does not stop in time. It
 * begins only when the thread before it, of the same task, has ended: in one process a task never runs twice at once.
 */
final class TaskThread {

    private static final Logger log = LoggerFactory.getLogger(TaskThread.class);
    private static final long FIRST_PAUSE = 1000;
    private static final long LONGEST_PAUSE = 30_000;

    /** What is done. */
    interface Body {
        void run(TaskThread thread) throws Exception;
    }

    private final String name;
    private final Body body;
    private final Thread thread;

    /** Written under the lock of this object. */
    private boolean stopped;

    /** The interruption that waits for the grace time, if any; cancelled by the thread when it ends before. */
    private volatile @Nullable Future<?> interruption;

    TaskThread(String name, Optional<TaskThread> before, Body body) {
        this.name = name;
        this.body = body;
        this.thread = new Thread(() -> before(before), name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean ended() {
        return !thread.isAlive();
    }

    synchronized boolean stopping() {
        return stopped;
    }

    /** Asks the task to end, and interrupts it after this long. */
    void stop(long graceNanos, ScheduledExecutorService timer) {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        if (graceNanos <= 0) {
            thread.interrupt();
        } else {
            interruption = timer.schedule(thread::interrupt, graceNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void before(Optional<TaskThread> before) {
        try {
            if (before.isPresent()) {
                before.get().thread.join();
            }
            work();
        } catch (InterruptedException e) {
            log.debug("{} was interrupted", name, e);
        } finally {
            Future<?> pending = interruption;
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }

    private void work() throws InterruptedException {
        for (long pause = FIRST_PAUSE; !stopping(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            try {
                body.run(this);
                return;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                if (!stopping()) {
                    log.warn("{} failed; it is started again in {} ms", name, pause, e);
                }
                rest(pause);
            }
        }
    }

    private synchronized void rest(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; left > 0 && !stopped; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            wait(left);
        }
    }
}
