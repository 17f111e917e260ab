package dev.divvy.coordination.protocol;

import dev.divvy.coordination.Timing;

/**
 * The time until which a member may hold pieces, on its own clock.
 *
 * @param deadline the end of the lease, exclusive
 */
public record Lease(long deadline) {

    /** A lease that was never renewed. */
    public static final Lease NONE = new Lease(Long.MIN_VALUE);

    /** Renews the lease after a successful pulse, from the moment before it was sent: no other member can have seen the beat earlier. */
    public Lease renewed(long sentAt, Timing timing) {
        long end = sentAt + timing.lease().toNanos();
        return end > deadline ? new Lease(end) : this;
    }

    public boolean runsAt(long now) {
        return now < deadline;
    }
}
