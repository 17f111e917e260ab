package dev.divvy.allocation.copies;

import java.util.Comparator;

/**
 * How well a placement keeps the laws UNSETTLED, EVEN, SPREAD and STAY; less is better, and the laws rank in this order.
 *
 * @param unsettled the copies of unsettled pieces at members that did not hold them
 * @param uneven the sum of the squares of what members hold beyond, or lack to, floor or ceil of their share
 * @param clustered the sum, over owners and members, of the square of the number of the owner's pieces with a copy there, times the
 *     member's factor
 * @param moved the copies at members that did not hold them
 */
public record CopyScore(long unsettled, long uneven, long clustered, long moved) implements Comparable<CopyScore> {

    private static final Comparator<CopyScore> ORDER = Comparator.comparingLong(CopyScore::unsettled)
            .thenComparingLong(CopyScore::uneven)
            .thenComparingLong(CopyScore::clustered)
            .thenComparingLong(CopyScore::moved);

    /** Returns the score of a placement that keeps the laws APART and ZONES. */
    public static CopyScore of(CopyRequest request, int[] holders) {
        OwnerRows rows = new OwnerRows(request);
        CopyShares shares = CopyShares.of(request, rows);
        TierCosts costs = TierCosts.of(request);
        int[] loads = new int[request.members()];
        long clustered = 0;
        long moved = 0;
        long unsettled = 0;
        for (int row = 0; row < rows.count(); row++) {
            int[] copies = new int[request.members()];
            for (int i = 0; i < rows.size(row); i++) {
                int piece = rows.piece(row, i);
                for (int slot = piece * request.depth(); slot < (piece + 1) * request.depth(); slot++) {
                    if (holders[slot] != CopyRequest.NONE) {
                        copies[holders[slot]]++;
                        int move = request.heldBefore(piece, holders[slot]) ? 0 : 1;
                        moved += move;
                        unsettled += request.isUnsettled(piece) ? move : 0;
                    }
                }
            }
            for (int member = 0; member < copies.length; member++) {
                loads[member] += copies[member];
                clustered += (long) copies[member] * copies[member] * costs.factor(member);
            }
        }
        long uneven = 0;
        for (int member = 0; member < loads.length; member++) {
            long beyond = Math.max(shares.floor(member) - loads[member], loads[member] - shares.ceil(member));
            uneven += beyond > 0 ? beyond * beyond : 0;
        }
        return new CopyScore(unsettled, uneven, clustered, moved);
    }

    @Override
    public int compareTo(CopyScore other) {
        return ORDER.compare(this, other);
    }
}
