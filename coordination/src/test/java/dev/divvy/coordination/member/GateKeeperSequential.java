package dev.divvy.coordination.member;

import org.jspecify.annotations.Nullable;

/** The sequential specification of {@link GateKeeperOperations}. */
public class GateKeeperSequential {

    /** One period in which the pieces were held. */
    private static final class Period {
        private boolean open = true;
        private boolean released;
    }

    private final @Nullable Period[] work = new Period[8];
    private Period last = new Period();
    private int turns;

    public void turn() {
        switch (turns++ % 5) {
            case 0 -> last.open = false;
            case 1 -> last.released = true;
            case 3 -> {
                last.open = false;
                last.released = true;
            }
            default -> last = new Period();
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
        Period period = work[thread];
        work[thread] = null;
        return period == null ? "nothing" : period.released ? "refused" : "done";
    }

    public String work() {
        return last.open ? "worked" : "not held";
    }

    public String look() {
        return last.open ? "held" : "not held";
    }
}
