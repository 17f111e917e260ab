package dev.divvy.allocation.stable;

import java.util.Arrays;

/**
 * The last step to exact balance: one move per piece that a member has too many or too few, the least loss first. Takers are the members
 * below their quota or, when none is left, those that may own one more; givers are those above it or, when none is left, those that may own
 * one less.
 */
final class Repair {

    private static final int UNKNOWN = -1;

    private final Costs costs;
    private final long[] prices;
    private final Quotas quotas;
    private final int[] owners;
    private final int[] loads;

    // The initial pieces of a member are owned[starts[member]] to owned[starts[member + 1] - 1]; a taker never becomes
    // a giver.
    private final int[] starts;
    private final int[] owned;

    // For each taker the piece that it can take with the least loss, and that loss.
    private final int[] bestPieces;
    private final long[] losses;

    private int tooMany;
    private int tooFew;

    private Repair(Costs costs, long[] prices, Quotas quotas, int[] owners) {
        this.costs = costs;
        this.prices = prices;
        this.quotas = quotas;
        this.owners = owners;
        loads = new int[prices.length];
        for (int owner : owners) {
            loads[owner]++;
        }
        starts = new int[prices.length + 1];
        for (int member = 0; member < prices.length; member++) {
            starts[member + 1] = starts[member] + loads[member];
            tooMany += Math.max(0, loads[member] - quotas.most(member));
            tooFew += Math.max(0, quotas.least(member) - loads[member]);
        }
        owned = new int[owners.length];
        int[] next = starts.clone();
        for (int piece = 0; piece < owners.length; piece++) {
            owned[next[owners[piece]]++] = piece;
        }
        bestPieces = new int[prices.length];
        losses = new long[prices.length];
        Arrays.fill(bestPieces, UNKNOWN);
    }

    /** Changes the owners until every member is within its quota. */
    static void repair(Costs costs, long[] prices, Quotas quotas, int[] owners) {
        Repair repair = new Repair(costs, prices, quotas, owners);
        while (repair.tooMany > 0 || repair.tooFew > 0) {
            repair.move(repair.nextTaker());
        }
    }

    private boolean gives(int member) {
        return loads[member] > (tooMany > 0 ? quotas.most(member) : quotas.least(member));
    }

    private boolean takes(int member) {
        return loads[member] < (tooFew > 0 ? quotas.least(member) : quotas.most(member));
    }

    /** Returns the taker with the least loss; the first of equals. */
    private int nextTaker() {
        int best = UNKNOWN;
        for (int taker = 0; taker < loads.length; taker++) {
            if (takes(taker)) {
                if (bestPieces[taker] == UNKNOWN || !gives(owners[bestPieces[taker]])) {
                    findBestPiece(taker);
                }
                if (best == UNKNOWN || losses[taker] < losses[best]) {
                    best = taker;
                }
            }
        }
        return best;
    }

    private void findBestPiece(int taker) {
        bestPieces[taker] = UNKNOWN;
        for (int giver = 0; giver < loads.length; giver++) {
            if (gives(giver)) {
                for (int i = starts[giver]; i < starts[giver + 1]; i++) {
                    if (owners[owned[i]] == giver) {
                        consider(owned[i], giver, taker);
                    }
                }
            }
        }
    }

    private void consider(int piece, int giver, int taker) {
        long loss = costs.of(piece, taker) + prices[taker] - costs.of(piece, giver) - prices[giver];
        int best = bestPieces[taker];
        if (best == UNKNOWN || loss < losses[taker] || (loss == losses[taker] && costs.precedes(piece, best))) {
            bestPieces[taker] = piece;
            losses[taker] = loss;
        }
    }

    private void move(int taker) {
        int piece = bestPieces[taker];
        loads[owners[piece]]--;
        loads[taker]++;
        owners[piece] = taker;
        boolean otherGivers = tooMany == 1;
        for (int member = 0; member < bestPieces.length; member++) {
            if (bestPieces[member] == piece || otherGivers) {
                bestPieces[member] = UNKNOWN;
            }
        }
        tooMany--;
        tooFew--;
    }
}
