package dev.divvy.boardpeers.replication;

/**
 * Which state of the boards this is: whose time as keeper, and how many changes there were up to it.
 *
 * @param line one time of one keeper: its node and the number of the company in which it began; empty when there is nothing yet
 */
public record StateVersion(String line, long changes) {

    /** Of one who has no copy yet. */
    public static final StateVersion NONE = new StateVersion("", 0);

    private static final char BETWEEN = '/';

    static StateVersion begin(String keeper, long company, long changes) {
        return new StateVersion(keeper + BETWEEN + company, changes);
    }

    StateVersion next() {
        return new StateVersion(line, changes + 1);
    }

    boolean isNone() {
        return line.isEmpty();
    }

    /** The node that kept the boards in this time; empty when nobody did. */
    public String keeper() {
        int end = line.lastIndexOf(BETWEEN);
        return end < 0 ? "" : line.substring(0, end);
    }

    @Override
    public String toString() {
        return isNone() ? "nothing" : line + "+" + changes;
    }
}
