package dev.divvy.coordination.member.gate;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts those who must let go before a parting is over: the listeners, and every gate with work inside. */
final class ReleaseCount {

    private final AtomicInteger waiting;
    private final Runnable over;

    ReleaseCount(int waiting, Runnable over) {
        this.waiting = new AtomicInteger(waiting);
        this.over = over;
    }

    /** One of them has let go. */
    void one() {
        if (waiting.decrementAndGet() == 0) {
            over.run();
        }
    }
}
