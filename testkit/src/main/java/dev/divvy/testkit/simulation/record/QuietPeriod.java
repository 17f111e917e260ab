package dev.divvy.testkit.simulation.record;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import java.util.Optional;

/**
 * The checker's own record of the time at which a process learned that its board lost its memory: for one time-to-live it may gain nothing.
 */
public final class QuietPeriod {

    private final long ttl;
    /** The last epoch known to an earlier process of this id, if it is remembered. */
    private final long floor;

    private Optional<String> origin = Optional.empty();
    private Optional<Version> version = Optional.empty();
    private long until = Long.MIN_VALUE;

    public QuietPeriod(long ttl, long floor) {
        this.ttl = ttl;
        this.floor = floor;
    }

    /** Records that the process applied a snapshot at this local time. */
    public void applied(BoardSnapshot snapshot, long now) {
        if (isFromOtherMemory(snapshot)) {
            until = now + ttl;
        }
        origin = Optional.of(snapshot.origin());
        version = snapshot.version();
    }

    private boolean isFromOtherMemory(BoardSnapshot snapshot) {
        if (origin.isEmpty()) {
            return snapshot.version().map(Version::epoch).orElse(0L) < floor;
        }
        return !origin.equals(Optional.of(snapshot.origin()))
                || version.filter(was -> !follows(was, snapshot.version())).isPresent();
    }

    private static boolean follows(Version was, Optional<Version> next) {
        return next.filter(is -> is.lineage().equals(was.lineage()) && is.epoch() >= was.epoch())
                .isPresent();
    }

    /** Returns the local time until which the process may gain nothing. */
    public long until() {
        return until;
    }
}
