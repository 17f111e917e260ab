package dev.divvy.coordination.member;

import org.jspecify.annotations.Nullable;

/** What {@link GateKeeperPlay} must look like: the same, one after the other. */
public class GateKeeperInOrder {

    /** One time that the pieces were held. */
    private static final class Time {
        private boolean open = true;
        private boolean released;
    }

    private final @Nullable Time[] work = new Time[8];
    private Time last = new Time();
    private int turns;

    public void turn() {
        switch (turns++ % 5) {
            case 0 -> last.open = false;
            case 1 -> last.released = true;
            case 3 -> {
                last.open = false;
                last.released = true;
            }
            default -> last = new Time();
        }
    }

    public boolean begin(int thread) {
        if (work[thread] != null || !last.open) {
            return false;
        }
        work[thread] = last;
        return true;
    }

    public String end(int thread) {
        Time mine = work[thread];
        work[thread] = null;
        return mine == null ? "nothing" : mine.released ? "refused" : "done";
    }

    public String work() {
        return last.open ? "worked" : "not held";
    }

    public String look() {
        return last.open ? "held" : "not held";
    }
}
