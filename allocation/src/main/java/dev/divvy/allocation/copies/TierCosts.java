package dev.divvy.allocation.copies;

/**
 * The costs of the ranked laws EVEN, SPREAD and STAY as one number: a unit of a higher law outweighs all that a path through the network
 * can cost by the lower ones.
 */
final class TierCosts {

    private static final long LARGEST = 1L << 62;
    private static final int FINEST = 256;

    /** One copy at a member that did not hold it. */
    static final long MOVE = 1;

    private final long spread;
    private final long even;
    private final int[] factors;

    private TierCosts(long spread, long even, int[] factors) {
        this.spread = spread;
        this.even = even;
        this.factors = factors;
    }

    static TierCosts of(CopyRequest request) {
        long copies = (long) request.pieces() * request.depth();
        long cells = (long) (request.members() + 1) * request.members();
        int resolution = (int) Math.max(1, Math.min(FINEST, (1 << 24) / Math.max(1, copies)));
        // A path passes each source and each cell once, and a cell between two sources. A piece is in at most two
        // sources.
        long spread = 2 * Math.min(2L * request.pieces(), cells) + 3;
        long path = (2 * copies + cells) * resolution;
        // Paths that need more than the second bound would pass nearly every owner and end at a member with nearly
        // every copy.
        long even = Math.min(spread * (2 * path + 1), LARGEST / (4 * copies + 4));
        return new TierCosts(spread, even, factors(request.weights(), resolution));
    }

    /** Returns for each member how much one copy weighs in the spread: inverse to its weight, 1 for all when the weights are equal. */
    private static int[] factors(int[] weights, int resolution) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int weight : weights) {
            least = weight > 0 ? Math.min(least, weight) : least;
            most = Math.max(most, weight);
        }
        int[] factors = new int[weights.length];
        for (int member = 0; member < factors.length; member++) {
            factors[member] = least >= most || weights[member] == 0
                    ? 1
                    : (int) Math.max(1, (long) resolution * least / weights[member]);
        }
        return factors;
    }

    /** The cost of one copy beyond a member's share; the n-th costs 2n - 1 times as much. */
    long even() {
        return even;
    }

    /** The cost of one owner's first copy at a member; the n-th costs 2n - 1 times as much. */
    long spread(int member) {
        return spread * factors[member];
    }

    /** The weight of a copy at this member in the law SPREAD. */
    int factor(int member) {
        return factors[member];
    }
}
