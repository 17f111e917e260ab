package dev.divvy.coordination.member;

import dev.divvy.coordination.member.task.MemberThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The end of a membership, once however many ask for it: in good order where the board answers, without a word where it does not. It has
 * a thread of its own, so that whoever asks may be interrupted, or be one of those who are waited for.
 */
final class Departure {

    /** What ends. */
    interface Leaver {
        /** Begins to leave in good order. */
        void leave();

        /** For how long the board has owed its answer, in nanoseconds. */
        long unanswered();

        /** Gives up good order: nothing is held from now on. */
        void abandon();

        /** Does what the pulse thread would have done at its end; harmless when it has. */
        void finish();

        /** Waits for what was told and for the tasks, at most about this long. */
        void awaitRest(Duration atMost) throws InterruptedException;
    }

    private final Leaver leaver;
    private final MemberThreads crew;
    private final Duration inGoodOrder;
    private final Duration patience;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch off = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * @param inGoodOrder how long leaving may take when the board answers
     * @param patience how long the board may owe an answer
     */
    Departure(Leaver leaver, MemberThreads crew, Duration inGoodOrder, Duration patience) {
        this.leaver = leaver;
        this.crew = crew;
        this.inGoodOrder = inGoodOrder;
        this.patience = patience;
    }

    /** Nothing more comes from the pulse thread. */
    void off() {
        off.countDown();
    }

    boolean hasBegun() {
        return begun.get();
    }

    /** Begins to leave, if nobody did before. */
    void begin() {
        if (begun.compareAndSet(false, true)) {
            leaver.leave();
            crew.thread("closing", this::leave).start();
        }
    }

    /** Waits until it is over; not on a thread that itself must end first, and no longer than until the caller is interrupted. */
    void await() {
        if (crew.isMine()) {
            return;
        }
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        try {
            if (!offWithin(inGoodOrder)) {
                leaver.abandon();
                off.await(patience.toNanos() / 2, TimeUnit.NANOSECONDS);
            }
            leaver.finish();
            leaver.awaitRest(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that; if so, there is nothing left to wait for
        } finally {
            over.countDown();
        }
    }

    /** Whether the pulse thread has ended by then; who finds the board silent for too long waits no longer. */
    private boolean offWithin(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        boolean is = false;
        while (!is && end - System.nanoTime() > 0 && leaver.unanswered() < patience.toNanos()) {
            is = off.await(Math.min(end - System.nanoTime(), patience.toNanos() / 8), TimeUnit.NANOSECONDS);
        }
        return is;
    }
}
