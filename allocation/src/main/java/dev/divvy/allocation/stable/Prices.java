package dev.divvy.allocation.stable;

/**
 * A price for each member, added to all its costs, such that the loads approach the shares: the price of a member that would own too much
 * rises. Loads are soft: a piece whose two cheapest offers nearly tie counts partly for both, so that prices change gradually when the
 * members change. Prices start from 0 and are a function of the offers alone.
 */
final class Prices {

    private static final int ROUNDS = 12;

    /** The width of a tie: in the first rounds 2^4 pieces' worth of price, halved every second round, down to one piece's worth. */
    private static final int WIDEST_TIE_BITS = 4;

    /** The bound of a price, in standard deviations of a load that is due to chance alone. */
    private static final int DEVIATIONS = 4;

    private static final int HALF_PIECE = Quotas.PIECE / 2;
    private static final long MOST_EXCESS = 1L << 36;

    private final long unit;
    private final Quotas quotas;
    private final Offers offers;
    private final long[] bounds;
    private final long[] prices;

    // Per round: the distance up to which two offers tie; the soft load; the slope at which it falls as the price
    // rises.
    private final long[] ties;
    private final long[] loads;
    private final long[] slopes;

    private Prices(long unit, Quotas quotas, Offers offers, long[] bounds) {
        this.unit = unit;
        this.quotas = quotas;
        this.offers = offers;
        this.bounds = bounds;
        this.prices = new long[bounds.length];
        this.ties = new long[bounds.length];
        this.loads = new long[bounds.length];
        this.slopes = new long[bounds.length];
    }

    /** Returns the maximum distance of each member's price from 0. */
    static long[] bounds(long unit, Quotas quotas) {
        long[] bounds = new long[quotas.members()];
        for (int member = 0; member < bounds.length; member++) {
            double share = quotas.share(member) / (double) Quotas.PIECE;
            bounds[member] = (long) (DEVIATIONS * unit / Math.max(1, StrictMath.sqrt(share)));
        }
        return bounds;
    }

    static long[] settle(long unit, Quotas quotas, Offers offers, long[] bounds) {
        Prices prices = new Prices(unit, quotas, offers, bounds);
        for (int round = 0; round < ROUNDS; round++) {
            prices.begin(Math.max(0, WIDEST_TIE_BITS - round / 2));
            for (int index = 0; index < offers.contested(); index++) {
                prices.count(offers.first(index), offers.first(index + 1));
            }
            prices.adjust();
        }
        return prices.prices;
    }

    private void begin(int tieBits) {
        for (int member = 0; member < prices.length; member++) {
            long share = quotas.share(member) + 1;
            ties[member] = 1 + Math.min(unit / 2, (unit * Quotas.PIECE / share) << tieBits);
            loads[member] = (long) offers.settled(member) * Quotas.PIECE;
            slopes[member] = share;
        }
    }

    /** Counts a contested piece, with these offers, for its cheapest member and, if the two nearly tie, for the second cheapest. */
    private void count(int from, int to) {
        int first = -1;
        int second = -1;
        long least = Long.MAX_VALUE;
        long next = Long.MAX_VALUE;
        for (int offer = from; offer < to; offer++) {
            int member = offers.member(offer);
            long asked = offers.cost(offer) + prices[member];
            if (asked < least) {
                next = least;
                second = first;
                least = asked;
                first = member;
            } else if (asked < next) {
                next = asked;
                second = member;
            }
        }
        share(first, second, next - least);
    }

    private void share(int first, int second, long gap) {
        long tie = (ties[first] + ties[second]) >> 1;
        if (gap >= tie) {
            loads[first] += Quotas.PIECE;
            return;
        }
        long lead = gap * HALF_PIECE / tie;
        loads[first] += HALF_PIECE + lead;
        loads[second] += HALF_PIECE - lead;
        long steepness = unit * HALF_PIECE / tie;
        slopes[first] += steepness;
        slopes[second] += steepness;
    }

    /** Takes one step of Newton's method for all members at once, each as if the others' prices were fixed. */
    private void adjust() {
        for (int member = 0; member < prices.length; member++) {
            long bound = bounds[member];
            long excess = clamp(loads[member] - quotas.share(member), MOST_EXCESS);
            long step = clamp(excess * unit / slopes[member], bound / 4);
            prices[member] = clamp(prices[member] + step, bound);
        }
    }

    private static long clamp(long value, long limit) {
        return Math.max(-limit, Math.min(limit, value));
    }
}
