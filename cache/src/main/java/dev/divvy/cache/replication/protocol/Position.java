package dev.divvy.cache.replication.protocol;

/**
 * A point in the history of a token: how many changes of which tenure have been applied.
 *
 * @param tenure the epoch since which the owner has the token
 * @param sequence the number of changes in this tenure; 0 when the owner began
 */
public record Position(long tenure, long sequence) implements Comparable<Position> {

    /** The position of a replica that has nothing. */
    public static final Position NONE = new Position(0, 0);

    public static Position beginOf(long tenure) {
        return new Position(tenure, 0);
    }

    Position next() {
        return new Position(tenure, sequence + 1);
    }

    /** Compares along one history: a later tenure continues where the earlier one ended. */
    @Override
    public int compareTo(Position other) {
        int byTenure = Long.compare(tenure, other.tenure);
        return byTenure != 0 ? byTenure : Long.compare(sequence, other.sequence);
    }
}
