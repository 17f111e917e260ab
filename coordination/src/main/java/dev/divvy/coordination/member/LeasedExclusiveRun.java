package dev.divvy.coordination.member;

import dev.divvy.coordination.ExclusiveRun;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.PieceLostException;
import java.util.function.BooleanSupplier;

/** An exclusive run that lasts until it is ended or the lease ends. */
final class LeasedExclusiveRun implements ExclusiveRun {

    private final Fence fence;
    private final BooleanSupplier leased;

    /** Set once, by the first thread that ends it. */
    private volatile boolean ended;

    LeasedExclusiveRun(Fence fence, BooleanSupplier leased) {
        this.fence = fence;
        this.leased = leased;
    }

    @Override
    public Fence fence() {
        return fence;
    }

    @Override
    public boolean valid() {
        return !ended && leased.getAsBoolean();
    }

    @Override
    public void check() {
        if (!valid()) {
            throw new PieceLostException(
                    "(all, exclusively)", fence, ended ? "the run was ended" : "the board did not answer in time");
        }
    }

    void end() {
        ended = true;
    }
}
