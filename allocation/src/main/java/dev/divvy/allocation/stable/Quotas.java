package dev.divvy.allocation.stable;

/** What balance lets each member own: its exact share of the pieces, as a fraction, and that share rounded down and up. */
final class Quotas {

    /** One piece, in the fractions that shares are told in. */
    static final int PIECE = 1 << 16;

    private final int[] least;
    private final int[] most;
    private final long[] share;

    Quotas(int pieces, long[] weights) {
        int members = weights.length;
        least = new int[members];
        most = new int[members];
        share = new long[members];
        long total = 0;
        for (long weight : weights) {
            total += weight;
        }
        for (int member = 0; member < members; member++) {
            long product = pieces * weights[member];
            long remainder = product % total;
            least[member] = (int) (product / total);
            most[member] = least[member] + (remainder == 0 ? 0 : 1);
            share[member] = (long) least[member] * PIECE + remainder * PIECE / total;
        }
    }

    int members() {
        return share.length;
    }

    /** The fewest pieces it may own: its share rounded down. */
    int least(int member) {
        return least[member];
    }

    /** The most pieces it may own: its share rounded up. */
    int most(int member) {
        return most[member];
    }

    /** Its share, in parts of {@link #PIECE}. */
    long share(int member) {
        return share[member];
    }
}
