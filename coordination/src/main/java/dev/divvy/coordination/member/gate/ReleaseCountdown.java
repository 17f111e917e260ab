package dev.divvy.coordination.member.gate;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts down to the completion of a release: the listeners must have returned, and every gate must be empty. */
final class ReleaseCountdown {

    private final AtomicInteger waiting;
    private final Runnable onComplete;

    ReleaseCountdown(int waiting, Runnable onComplete) {
        this.waiting = new AtomicInteger(waiting);
        this.onComplete = onComplete;
    }

    /** Counts one release. */
    void released() {
        if (waiting.decrementAndGet() == 0) {
            onComplete.run();
        }
    }
}
