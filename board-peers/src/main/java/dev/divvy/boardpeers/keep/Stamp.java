package dev.divvy.boardpeers.keep;

/**
 * Which state of the boards this is: whose time as keeper, and how many changes there were up to it.
 *
 * @param line one time of one keeper: its node and the number of the company in which it began; empty when there is nothing yet
 */
public record Stamp(String line, long changes) {

    /** Of one who has no copy yet. */
    public static final Stamp NONE = new Stamp("", 0);

    private static final char BETWEEN = '/';

    static Stamp begin(String keeper, long company, long changes) {
        return new Stamp(keeper + BETWEEN + company, changes);
    }

    Stamp next() {
        return new Stamp(line, changes + 1);
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
