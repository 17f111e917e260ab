package dev.divvy.testkit.simulation.record;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The times at which the board lost memory, and what it lost: fewer promises hold then. */
public final class BoardLosses {

    /** A loss of all that was written after {@code backTo}. */
    private record Loss(long at, long backTo, boolean rolledBack) {}

    /** The time at which each origin of the board ended. */
    private final NavigableMap<String, Long> ends = new TreeMap<>();

    private final List<Loss> losses = new ArrayList<>();
    private long lastRollback = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;

    public void flushed(String origin, long now) {
        ends.put(origin, now);
        losses.add(new Loss(now, Long.MIN_VALUE, false));
        last = now;
    }

    public void rolledBack(String origin, long now, long to) {
        ends.put(origin, now);
        rolledBack(now, to);
    }

    private void rolledBack(long now, long to) {
        losses.add(new Loss(now, to, true));
        last = now;
        lastRollback = now;
    }

    public boolean wasRolledBack() {
        return lastRollback != Long.MIN_VALUE;
    }

    /** Records that an allocation made in the forgotten time was published: all since the last rollback is forgotten as well. */
    public void forgottenPublished(long now) {
        rolledBack(now, lastRollback);
    }

    /**
     * Returns the effective time of an event that was learned from an origin of the board: now, or the end of that origin if it ended
     * before.
     */
    public long effectiveTime(Optional<String> origin, long now) {
        return origin.map(memory -> ends.getOrDefault(memory, now)).orElse(now);
    }

    /** Whether leases of a forgotten time may still be valid. */
    public boolean rolledBackWithin(long span, long now) {
        return wasRolledBack() && now - lastRollback <= span;
    }

    public boolean within(long span, long now) {
        return last != Long.MIN_VALUE && now - last <= span;
    }

    /** Whether the board was rolled back, after this moment, to a time before it. */
    public boolean forgets(long moment) {
        return losses.stream().anyMatch(loss -> loss.rolledBack && loss.backTo < moment && moment <= loss.at);
    }

    public boolean between(long first, long second) {
        return losses.stream().anyMatch(loss -> first <= loss.at && loss.at <= second);
    }
}
