package dev.divvy.allocation.stable;

/** The number of pieces that balance allows each member: its exact share as a fraction, and that share rounded down and up. */
final class Quotas {

    /** One piece, in the fractions in which shares are expressed. */
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

    /** The minimum number of pieces: the share rounded down. */
    int least(int member) {
        return least[member];
    }

    /** The maximum number of pieces: the share rounded up. */
    int most(int member) {
        return most[member];
    }

    /** The share, in fractions of {@link #PIECE}. */
    long share(int member) {
        return share[member];
    }
}
