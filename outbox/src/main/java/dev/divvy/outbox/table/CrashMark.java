package dev.divvy.outbox.table;

import dev.divvy.coordination.Fence;

/**
 * Says that an event is handled alone, because it may have ended the process of an earlier attempt. Written before the handler is called: what is
 * found after a takeover is an attempt that ended its process.
 *
 * @param crashes the attempts in a row that ended their process; with the one under way if there is one
 * @param by the fence of the attempt that is under way; empty if none is
 */
public record CrashMark(int crashes, String by) {

    public static final CrashMark NONE = new CrashMark(0, "");

    public boolean isNone() {
        return crashes == 0;
    }

    /** Returns whether an attempt was under way when the mark was read. */
    public boolean isUnderWay() {
        return !by.isEmpty();
    }

    /** Returns whether an attempt is under way with another fence: that of an earlier owner. */
    public boolean isOfAnother(Fence fence) {
        return isUnderWay() && !by.equals(fence.toString());
    }

    /** Returns the mark without the attempt that is under way: it ended without an outcome, and its process lives. */
    public CrashMark withoutAttempt() {
        return isUnderWay() ? new CrashMark(crashes - 1, "") : this;
    }

    /** Returns the mark of the next attempt. */
    public CrashMark next(Fence fence) {
        return new CrashMark(isUnderWay() ? crashes : crashes + 1, fence.toString());
    }
}
