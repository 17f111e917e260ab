package dev.divvy.coordination.member;

import dev.divvy.coordination.Fence;
import java.util.function.BooleanSupplier;

/** What an exclusive job holds: the whole group, in which nobody else holds anything. */
public final class Alone {

    private final Fence fence;
    private final BooleanSupplier leased;

    /** Set once, by whoever ends it first. */
    private volatile boolean ended;

    Alone(Fence fence, BooleanSupplier leased) {
        this.fence = fence;
        this.leased = leased;
    }

    public Fence fence() {
        return fence;
    }

    /** Whether the job may go on. */
    public boolean valid() {
        return !ended && leased.getAsBoolean();
    }

    /**
     * Refuses to go on when others may have begun.
     *
     * @throws HoldingLostException when they may
     */
    public void check() {
        if (!valid()) {
            throw new HoldingLostException(
                    "(all, exclusively)", fence, ended ? "the board ended it" : "the board did not answer in time");
        }
    }

    void end() {
        ended = true;
    }
}
