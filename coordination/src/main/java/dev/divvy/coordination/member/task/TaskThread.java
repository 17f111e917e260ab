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
 * A thread that does one task while it is wanted: again until it is done, with growing pauses; interrupted when it does not stop in time. It
 * begins only when the thread before it, of the same task, has ended: in one process a task never runs twice at once.
 */
final class TaskThread {

    private static final Logger log = LoggerFactory.getLogger(TaskThread.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** What is done. */
    interface Body {
        /** Answers whether it is done; if it could not begin just now, or was asked to stop, it is tried again while it is wanted. */
        boolean run(TaskThread thread) throws Exception;
    }

    private final Body body;
    private final Thread thread;

    /** Who must end first. Written under the lock of this object, like all that follows. */
    private Optional<TaskThread> before;

    private boolean begun;
    private boolean stopped;

    /** The interruption that waits for the grace time, if any; cancelled by the thread when it ends before. */
    private volatile @Nullable Future<?> interruption;

    /** Whether the thread has nothing more to do: an interruption that came later would wait for nobody. */
    private volatile boolean over;

    TaskThread(MemberThreads crew, String role, Optional<TaskThread> before, Body body) {
        this.body = body;
        this.before = before;
        this.thread = crew.thread(role, this::run);
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

    /** Who must end before another thread of this task may begin: this one, or, if it never will begin, whoever was before it. */
    synchronized Optional<TaskThread> obstacle() {
        if (!begun && (stopped || ended())) {
            return before.flatMap(TaskThread::obstacle);
        }
        return ended() ? Optional.empty() : Optional.of(this);
    }

    /** Asks the task to end, and interrupts it after this long. One that was asked before keeps its time, unless there is none left. */
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
            if (over) {
                pending.cancel(false);
            }
        }
    }

    /** Waits for its end, at most this long. */
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
            over = true;
            Future<?> pending = interruption;
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }

    private void awaitTurn() {
        Optional<TaskThread> first;
        synchronized (this) {
            first = before;
        }
        while (first.isPresent() && !first.get().ended() && !stopping()) {
            try {
                first.get().thread.join();
            } catch (InterruptedException e) {
                log.debug("{} was interrupted before it began", thread.getName(), e);
            }
        }
    }

    private synchronized boolean begin() {
        begun = !stopped;
        before = begun ? Optional.empty() : before;
        return begun;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a task throws, its piece is still held and its work still wanted
    private void work() {
        for (Duration pause = FIRST_PAUSE; !stopping(); pause = longer(pause)) {
            long began = System.nanoTime();
            try {
                if (body.run(this)) {
                    return;
                }
                pause = after(began, pause);
            } catch (Throwable e) {
                if (stopping()) {
                    log.debug("{} ended", thread.getName(), e);
                    return;
                }
                pause = after(began, pause);
                log.warn("{} failed; it is started again in {} ms", thread.getName(), pause.toMillis(), e);
            }
            rest(pause);
        }
    }

    /** Who worked for long begins with short pauses again. */
    private static Duration after(long began, Duration pause) {
        return System.nanoTime() - began > LONGEST_PAUSE.toNanos() ? FIRST_PAUSE : pause;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private synchronized void rest(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toMillis();
                left > 0 && !stopped;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                // Whoever ends a task says so before; an interruption that the task left behind means nothing.
                log.debug("{} was interrupted while it rested", thread.getName(), e);
            }
        }
    }
}
