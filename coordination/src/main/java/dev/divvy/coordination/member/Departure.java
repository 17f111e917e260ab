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

        /** Whether another member may need the data of this one, so that it leaves only when that is elsewhere. */
        boolean mayBeNeeded();

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

    /** When leaving began, or made progress; {@link System#nanoTime()}. */
    private volatile long progressNanos = System.nanoTime();

    private final CountDownLatch pulseEnded = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * @param gracefulLimit how long leaving may take without progress
     * @param timeout how long the board may leave a request unanswered, unless the member may be needed
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

    /** Reports progress: leaving may take the whole limit from now on. */
    void progressed() {
        progressNanos = System.nanoTime();
    }

    /** Starts to leave, unless that was done before. */
    void begin() {
        if (begun.compareAndSet(false, true)) {
            progressed();
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
     * Returns whether the pulse thread ends within this time after the last progress. Stops waiting early if the board leaves a request
     * unanswered for too long and no other member may need the data of this one.
     */
    private boolean pulseEndsWithin(Duration atMost) throws InterruptedException {
        boolean ended = false;
        long left = atMost.toNanos();
        while (!ended && left > 0 && (leaver.unanswered() < timeout.toNanos() || leaver.mayBeNeeded())) {
            ended = pulseEnded.await(Math.min(left, timeout.toNanos() / 8), TimeUnit.NANOSECONDS);
            left = progressNanos + atMost.toNanos() - System.nanoTime();
        }
        return ended;
    }
}
