package dev.divvy.coordination.member.task;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that repeats one task, with growing pauses, until it is done or told to stop; it is interrupted if it does not stop in time. It
 * starts only after the previous thread of the same task has ended: in one process a task never runs twice at once.
 */
final class TaskThread {

    private static final Logger log = LoggerFactory.getLogger(TaskThread.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** The task. */
    interface Body {
        /**
         * Returns whether the task is done. If not, because it could not start or its hold told it to stop, it is repeated until the thread
         * is stopped.
         */
        boolean run(TaskThread thread) throws Exception;
    }

    private final Body body;
    private final Thread thread;

    /** The thread that must end first. Guarded by this, like {@code begun} and {@code stopped}. */
    private Optional<TaskThread> previous;

    private boolean begun;
    private boolean stopped;

    /** The interrupt scheduled for the end of the grace time, if any; cancelled by the thread if it ends before. */
    private volatile @Nullable Future<?> interruption;

    /** Whether the thread has nothing more to do, so that a later interrupt must not be scheduled. */
    private volatile boolean finished;

    TaskThread(MemberThreads memberThreads, String role, Optional<TaskThread> previous, Body body) {
        this.body = body;
        this.previous = previous;
        this.thread = memberThreads.thread(role, this::run);
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

    /** Returns the thread that must end before the next one may start: this one, or its predecessor if this one will never start. */
    synchronized Optional<TaskThread> blocker() {
        if (!begun && (stopped || ended())) {
            return previous.flatMap(TaskThread::blocker);
        }
        return ended() ? Optional.empty() : Optional.of(this);
    }

    /** Tells the task to stop, and interrupts it after the grace time. A second call has no effect, unless its grace time is 0. */
    void stop(long graceNanos, ScheduledExecutorService timer) {
        synchronized (this) {
            if (stopped && graceNanos > 0) {
                return;
            }
            stopped = true;
            notifyAll();
        }
        if (graceNanos <= 0) {
            thread.interrupt();
        } else {
            Future<?> pending = timer.schedule(thread::interrupt, graceNanos, TimeUnit.NANOSECONDS);
            interruption = pending;
            if (finished) {
                pending.cancel(false);
            }
        }
    }

    /** Waits for the thread to end, at most this long. */
    void join(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
    }

    private void run() {
        try {
            awaitTurn();
            if (begin()) {
                work();
            }
        } finally {
            finished = true;
            Future<?> pending = interruption;
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }

    private void awaitTurn() {
        Optional<TaskThread> first;
        synchronized (this) {
            first = previous;
        }
        while (first.isPresent() && !first.get().ended() && !stopping()) {
            try {
                first.get().thread.join();
            } catch (InterruptedException e) {
                log.debug("{} was interrupted before it started", thread.getName(), e);
            }
        }
    }

    private synchronized boolean begin() {
        begun = !stopped;
        previous = begun ? Optional.empty() : previous;
        return begun;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a task throws, its piece is still held and its work must continue
    private void work() {
        for (Duration pause = FIRST_PAUSE; !stopping(); pause = doubled(pause)) {
            long began = System.nanoTime();
            try {
                if (body.run(this)) {
                    return;
                }
                pause = resetAfterLongRun(began, pause);
            } catch (Throwable e) {
                if (stopping()) {
                    log.debug("{} ended", thread.getName(), e);
                    return;
                }
                pause = resetAfterLongRun(began, pause);
                log.warn("{} failed; restarting it in {} ms", thread.getName(), pause.toMillis(), e);
            }
            await(pause);
        }
    }

    /** Returns the pause, or the first one again if the task ran for long. */
    private static Duration resetAfterLongRun(long began, Duration pause) {
        return System.nanoTime() - began > LONGEST_PAUSE.toNanos() ? FIRST_PAUSE : pause;
    }

    private static Duration doubled(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private synchronized void await(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toMillis();
                left > 0 && !stopped;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                // stop() sets the flag before it interrupts; any other interrupt was left behind by the task.
                log.debug("{} was interrupted during a pause", thread.getName(), e);
            }
        }
    }
}
