package dev.divvy.distributor.round;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Which epochs are so old that whoever lost a unit then had its time to let go. Used by the writing thread only. */
final class Ages {

    /** Far beyond any grace time. */
    static final Duration OLD = Duration.ofMinutes(2);

    private record Birth(long epoch, long at) {}

    private final Deque<Birth> births = new ArrayDeque<>();

    /** The first epoch that is not old. */
    private long firstYoung;

    /** An epoch was seen for the first time now. */
    void seen(long epoch, long now) {
        if (births.isEmpty() || births.getLast().epoch() < epoch) {
            births.addLast(new Birth(epoch, now));
        }
    }

    long firstYoung(long now) {
        while (!births.isEmpty() && now - births.getFirst().at() >= OLD.toNanos()) {
            firstYoung = births.removeFirst().epoch() + 1;
        }
        return firstYoung;
    }
}
