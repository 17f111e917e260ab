package dev.divvy.coordination.member.task;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.PieceLostException;

/** The hold on a task's piece; remembers whether the task was ever told to stop. */
final class TaskHold implements Hold {

    private final Hold hold;

    /** Set by any thread, only to true: a later renewal of the lease does not undo what the task was told. */
    private volatile boolean toldToStop;

    TaskHold(Hold hold) {
        this.hold = hold;
    }

    @Override
    public String piece() {
        return hold.piece();
    }

    @Override
    public Incarnation incarnation() {
        return hold.incarnation();
    }

    @Override
    public Fence fence() {
        return hold.fence();
    }

    @Override
    public boolean stopping() {
        return record(hold.stopping());
    }

    @Override
    public boolean released() {
        return hold.released();
    }

    @Override
    public boolean valid() {
        return !record(!hold.valid());
    }

    @Override
    public void check() {
        try {
            hold.check();
        } catch (PieceLostException e) {
            toldToStop = true;
            throw e;
        }
    }

    /** Whether the task was ever told to stop, by any method of this hold, or would be now. */
    boolean wasToldToStop() {
        return toldToStop || stopping();
    }

    private boolean record(boolean stop) {
        if (stop) {
            toldToStop = true;
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
