package dev.divvy.cache.replication.protocol;

import java.util.Arrays;

/**
 * The earlier tenures of a replica's history, each with the position at which the next owner took over. Two replicas with the same position
 * have the same entries only if their histories agree; a replica whose position lies in the history of another can be brought up to date
 * with the changes that it lacks. Immutable.
 */
public final class TakeoverHistory {

    public static final TakeoverHistory EMPTY = new TakeoverHistory(new Position[0]);

    private final Position[] ends;

    private TakeoverHistory(Position[] ends) {
        this.ends = ends;
    }

    public static TakeoverHistory of(Position... ends) {
        return ends.length == 0 ? EMPTY : new TakeoverHistory(ends.clone());
    }

    /** Returns the positions at which tenures ended, the oldest first; a fresh array. */
    public Position[] ends() {
        return ends.clone();
    }

    /** Returns this history with one more tenure, which ended here, and without those before the oldest one that matters. */
    TakeoverHistory plus(Position end, long oldestTenure) {
        int from = 0;
        while (from < ends.length && ends[from].tenure() < oldestTenure) {
            from++;
        }
        Position[] next = Arrays.copyOfRange(ends, from, ends.length + 1);
        next[next.length - 1] = end;
        return new TakeoverHistory(next);
    }

    /** Whether a position was passed on the way to the current one. */
    boolean includes(Position position, Position current) {
        if (position.tenure() == current.tenure()) {
            return position.sequence() <= current.sequence();
        }
        for (Position end : ends) {
            if (end.tenure() == position.tenure()) {
                return position.sequence() <= end.sequence();
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TakeoverHistory that && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
        return Arrays.toString(ends);
    }
}
