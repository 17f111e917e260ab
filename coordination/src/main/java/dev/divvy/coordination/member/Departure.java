package dev.divvy.coordination.member;

import dev.divvy.coordination.member.task.MemberThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Closes a membership, once however often it is requested: gracefully if the board replies, by abandoning it if not. It runs on its own
 * thread, so that a caller may be interrupted, or be one of the threads that must end first.
 */
final class Departure {

    /** The membership that is closed. */
    interface Leaver {
        /** Starts to leave gracefully. */
        void leave();

        /** Returns how long the outstanding board request has been waiting for its reply, in nanoseconds. */
        long unanswered();

        /** Stops leaving gracefully: nothing is held from now on. */
        void abandon();

        /** Does the cleanup of the pulse thread's end; has no effect if that was done. */
        void finish();

        /** Waits for the listeners and tasks to end, at most about this long. */
        void awaitRest(Duration atMost) throws InterruptedException;
    }

    private final Leaver leaver;
    private final MemberThreads threads;
    private final Duration gracefulLimit;
    private final Duration timeout;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch pulseEnded = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * @param gracefulLimit how long leaving may take while the board replies
     * @param timeout how long the board may leave a request unanswered
     */
    Departure(Leaver leaver, MemberThreads threads, Duration gracefulLimit, Duration timeout) {
        this.leaver = leaver;
        this.threads = threads;
        this.gracefulLimit = gracefulLimit;
        this.timeout = timeout;
    }

    /** Reports that the pulse thread has ended. */
    void pulseEnded() {
        pulseEnded.countDown();
    }

    boolean hasBegun() {
        return begun.get();
    }

    /** Starts to leave, unless that was done before. */
    void begin() {
        if (begun.compareAndSet(false, true)) {
            leaver.leave();
            threads.thread("closing", this::leave).start();
        }
    }

    /** Waits until the membership is closed or the caller is interrupted. Does not wait on a thread that itself must end first. */
    void await() {
        if (threads.containsCurrent()) {
            return;
        }
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        try {
            if (!pulseEndsWithin(gracefulLimit)) {
                leaver.abandon();
                pulseEnded.await(timeout.toNanos() / 2, TimeUnit.NANOSECONDS);
            }
            leaver.finish();
            leaver.awaitRest(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // not expected; if it happens there is nothing left to wait for
        } finally {
            closed.countDown();
        }
    }

    /**
     * Returns whether the pulse thread ends within this time. Stops waiting early if the board leaves a request unanswered for too long.
     */
    private boolean pulseEndsWithin(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        boolean ended = false;
        while (!ended && end - System.nanoTime() > 0 && leaver.unanswered() < timeout.toNanos()) {
            ended = pulseEnded.await(Math.min(end - System.nanoTime(), timeout.toNanos() / 8), TimeUnit.NANOSECONDS);
        }
        return ended;
    }
}
