package dev.divvy.coordination.member.task;

import dev.divvy.coordination.MemberTask;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Portion;

/** A shift that remembers whether its task ever found nothing held. */
final class CurrentShift implements MemberTask.Shift {

    private final Membership membership;
    private final TaskThread thread;

    /** Written by whoever asks, and only to true: that the lease was renewed since does not undo what the task saw. */
    private volatile boolean foundNothing;

    CurrentShift(Membership membership, TaskThread thread) {
        this.membership = membership;
        this.thread = thread;
    }

    @Override
    public Portion portion() {
        Portion portion = membership.portion();
        if (portion.isEmpty()) {
            foundNothing = true;
        }
        return portion;
    }

    @Override
    public boolean stopping() {
        return thread.stopping();
    }

    /** Whether the task was ever shown an empty portion, or would be now. */
    boolean hasFoundNothing() {
        return foundNothing || portion().isEmpty();
    }
}
