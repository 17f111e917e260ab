package dev.divvy.outbox.work;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Rings for the processors of this process: there may be something to do. */
public final class Bells {

    private final List<Bell> bells = new CopyOnWriteArrayList<>();

    void add(Bell bell) {
        bells.add(bell);
    }

    void remove(Bell bell) {
        bells.remove(bell);
    }

    public void ring() {
        bells.forEach(Bell::ring);
    }

    /** Something was sent in a transaction that commits soon, unless it does not. */
    public void ringSoon() {
        bells.forEach(Bell::ringSoon);
    }
}
