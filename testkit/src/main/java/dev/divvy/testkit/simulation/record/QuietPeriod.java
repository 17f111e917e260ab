package dev.divvy.testkit.simulation.record;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import java.util.Optional;

/** The judge's own note of when one process heard that its board has another memory: for one time-to-live it may gain nothing. */
public final class QuietPeriod {

    private final long ttl;
    /** Of an earlier life of this process' id, if it remembers. */
    private final long floor;

    private Optional<String> origin = Optional.empty();
    private Optional<Version> version = Optional.empty();
    private long until = Long.MIN_VALUE;

    public QuietPeriod(long ttl, long floor) {
        this.ttl = ttl;
        this.floor = floor;
    }

    /** The process took notice of what a pulse saw, at this local time. */
    public void heard(BoardSnapshot sighting, long now) {
        if (isOther(sighting)) {
            until = now + ttl;
        }
        origin = Optional.of(sighting.origin());
        version = sighting.version();
    }

    private boolean isOther(BoardSnapshot sighting) {
        if (origin.isEmpty()) {
            return sighting.version().map(Version::epoch).orElse(0L) < floor;
        }
        return !origin.equals(Optional.of(sighting.origin()))
                || version.filter(was -> !follows(was, sighting.version())).isPresent();
    }

    private static boolean follows(Version was, Optional<Version> next) {
        return next.filter(is -> is.lineage().equals(was.lineage()) && is.epoch() >= was.epoch())
                .isPresent();
    }

    /** Until when it may gain nothing, on its own clock. */
    public long until() {
        return until;
    }
}
