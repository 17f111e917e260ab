package dev.divvy.coordination.member.task;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.HoldingLostException;

/** The hold of a task's piece; remembers whether the task was ever told to end. */
final class TaskHold implements Hold {

    private final Hold hold;

    /** Written by any thread that asks, and only to true: a lease renewed since then does not undo what the task was told. */
    private volatile boolean saidStop;

    TaskHold(Hold hold) {
        this.hold = hold;
    }

    @Override
    public String piece() {
        return hold.piece();
    }

    @Override
    public Incarnation life() {
        return hold.life();
    }

    @Override
    public Fence fence() {
        return hold.fence();
    }

    @Override
    public boolean stopping() {
        return said(hold.stopping());
    }

    @Override
    public boolean released() {
        return hold.released();
    }

    @Override
    public boolean valid() {
        return !said(!hold.valid());
    }

    @Override
    public void check() {
        try {
            hold.check();
        } catch (HoldingLostException e) {
            saidStop = true;
            throw e;
        }
    }

    /** Whether the task was ever told to end, by whichever answer, or would be now. */
    boolean hasSaidStop() {
        return saidStop || stopping();
    }

    private boolean said(boolean stop) {
        if (stop) {
            saidStop = true;
        }
        return stop;
    }

    @Override
    public void close() {
        hold.close();
    }

    @Override
    public String toString() {
        return hold.toString();
    }
}
