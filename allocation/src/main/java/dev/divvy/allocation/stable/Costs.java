package dev.divvy.allocation.stable;

/**
 * The cost of each piece at each member: {@code -ln(1 - u) / weight}, where u, between 0 and 1, is a hash of the two. The probability that
 * a member is the cheapest for a piece is its weight divided by the sum of all weights, whichever other members join or leave.
 */
final class Costs {

    /** The size of a unit in bits, approximately: enough for fine prices, few enough that no product of {@link Prices} overflows. */
    private static final int UNIT_BITS = 24;

    private final long[] pieces;
    private final long[] members;
    private final long[] weights;
    private final int shift;
    private final long unit;

    /**
     * Creates the costs for distinct keys of pieces and members.
     *
     * @param weights the weights of the members, all above 0
     */
    Costs(long[] pieceKeys, long[] memberKeys, long[] weights) {
        this.weights = weights;
        pieces = new long[pieceKeys.length];
        for (int piece = 0; piece < pieces.length; piece++) {
            pieces[piece] = mix(pieceKeys[piece] + 0x9e3779b97f4a7c15L);
        }
        members = new long[memberKeys.length];
        long total = 0;
        for (int member = 0; member < members.length; member++) {
            members[member] = mix(memberKeys[member] ^ 0x5851f42d4c957f2dL);
            total += weights[member];
        }
        int totalBits = Long.SIZE - Long.numberOfLeadingZeros(total);
        shift = Math.max(0, FixedLog.BITS - UNIT_BITS - totalBits);
        unit = (FixedLog.ONE / total) >>> shift;
    }

    int pieces() {
        return pieces.length;
    }

    int members() {
        return members.length;
    }

    /** The average cost of a piece at its cheapest member: a member whose price rises by this much would lose about all its pieces. */
    long unit() {
        return unit;
    }

    long of(int piece, int member) {
        return of(member, draw(piece, member));
    }

    /** Returns the cost at a member for this draw. */
    long of(int member, long draw) {
        return (FixedLog.minusLn(FixedLog.ONE - draw) / weights[member]) >>> shift;
    }

    /** Returns the u of this piece and member, below {@link FixedLog#ONE}. */
    long draw(int piece, int member) {
        long x = (pieces[piece] ^ members[member]) * 0x9e3779b97f4a7c15L;
        x = (x ^ (x >>> 32)) * 0xd6e8feb86659fd93L;
        return x >>> (Long.SIZE - FixedLog.BITS);
    }

    /** Returns the draw from which on a member's cost is at least this: {@code -ln(1 - u)} is never below u. */
    long drawAt(int member, long cost) {
        return weights[member] * (cost << shift);
    }

    /** Whether a piece precedes another where costs tie: by key, so that the order of the pieces does not matter. */
    boolean precedes(int piece, int other) {
        return pieces[piece] < pieces[other];
    }

    private static long mix(long key) {
        long x = (key ^ (key >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }
}
