package dev.divvy.boardpeers.replication;

/**
 * The version of the boards: the term of a primary, and the number of changes up to this version.
 *
 * @param term the primary's node id and the number of the view in which its term began; empty when there is no state yet
 */
public record StateVersion(String term, long changes) {

    /** The version of a node that has no copy yet. */
    public static final StateVersion NONE = new StateVersion("", 0);

    private static final char SEPARATOR = '/';

    /** Returns the first version of a new term. */
    static StateVersion startOf(String primary, long viewNumber, long changes) {
        return new StateVersion(primary + SEPARATOR + viewNumber, changes);
    }

    StateVersion next() {
        return new StateVersion(term, changes + 1);
    }

    /** Whether this is the other version, or a later one of the same term. */
    boolean isAtLeast(StateVersion other) {
        return term.equals(other.term) && changes >= other.changes;
    }

    boolean isNone() {
        return term.isEmpty();
    }

    /** Returns the primary of this term; empty when there was none. */
    public String primary() {
        int end = term.lastIndexOf(SEPARATOR);
        return end < 0 ? "" : term.substring(0, end);
    }

    @Override
    public String toString() {
        return isNone() ? "none" : term + "+" + changes;
    }
}
