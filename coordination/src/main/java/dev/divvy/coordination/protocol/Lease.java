package dev.divvy.coordination.protocol;

import dev.divvy.coordination.Timing;

/**
 * Until when a member may hold, on its own clock.
 *
 * @param deadline holds before it, not at it
 */
public record Lease(long deadline) {

    /** Never renewed. */
    public static final Lease NONE = new Lease(Long.MIN_VALUE);

    /** After a pulse that succeeded, counted from the moment before it was sent: nobody else can have counted from an earlier one. */
    public Lease renewed(long sentAt, Timing timing) {
        long until = sentAt + timing.lease().toNanos();
        return until > deadline ? new Lease(until) : this;
    }

    public boolean runsAt(long now) {
        return now < deadline;
    }
}
