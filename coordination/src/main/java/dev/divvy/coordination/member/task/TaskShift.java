package dev.divvy.coordination.member.task;

import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.MemberTask;
import dev.divvy.coordination.Membership;

/** A shift that remembers whether its task ever saw an empty portion. */
final class TaskShift implements MemberTask.Shift {

    private final Membership membership;
    private final TaskThread thread;

    /** Set by any thread, only to true: a later renewal of the lease does not undo what the task saw. */
    private volatile boolean sawEmptyPortion;

    TaskShift(Membership membership, TaskThread thread) {
        this.membership = membership;
        this.thread = thread;
    }

    @Override
    public HeldPieces portion() {
        HeldPieces portion = membership.portion();
        if (portion.isEmpty()) {
            sawEmptyPortion = true;
        }
        return portion;
    }

    @Override
    public boolean stopping() {
        return thread.stopping();
    }

    /** Whether the task ever saw an empty portion, or would see one now. */
    boolean hasSeenEmptyPortion() {
        return sawEmptyPortion || portion().isEmpty();
    }
}
