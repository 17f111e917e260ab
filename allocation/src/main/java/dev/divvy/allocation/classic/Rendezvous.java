package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Set;

/**
 * Rendezvous hashing: every member draws a number for every piece, a hash of the two, and the best draw gets the piece. A draw is u,
 * between 0 and 1; the least {@code -ln(u) / weight} is the best, which with equal weights is the largest u. Between equal draws the member
 * first by id wins.
 *
 * <p>A draw depends on the piece and the member alone: on a leave only the leaver's pieces move, on a join pieces move only to the joiner,
 * and a member whose weight changes only gains or only loses.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC (the logarithm is {@link StrictMath}'s, the same on every machine). Not BALANCED: each member holds
 * its share only on average, and loads vary by chance. Not MINIMAL in the sense of the law, which compares with balanced allocations. Not
 * COMPACT: keys of neighbours are far apart.
 *
 * <p>Cost: O(pieces * members), and with unequal weights a few logarithms per piece.
 */
public final class Rendezvous implements Allocator {

    // The hash keeps as many bits as allow u and 1 - u both to be exact.
    private static final int DROPPED_BITS = 12;
    private static final double HALF_STEP = 0x1p-53;

    // Exceeds the rounding error of a logarithm, a quotient and a product together.
    private static final double ROUNDING = 1 + 0x1p-40;

    @Override
    public String name() {
        return "rendezvous";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] members = request.eligible();
        long[] keys = PieceHashes.of(request, members);
        int[] weights = weights(request.roster(), members);
        return allEqual(weights)
                ? PieceByPiece.divide(request, piece -> members[largest(piece, keys)])
                : PieceByPiece.divide(request, piece -> members[best(piece, keys, weights)]);
    }

    private static int largest(long piece, long[] members) {
        int winner = 0;
        long most = -1;
        for (int i = 0; i < members.length; i++) {
            long draw = PieceHashes.mix(piece, members[i]) >>> DROPPED_BITS;
            if (draw > most) {
                most = draw;
                winner = i;
            }
        }
        return winner;
    }

    private static int best(long piece, long[] members, int[] weights) {
        int winner = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < members.length; i++) {
            double u = (2 * (PieceHashes.mix(piece, members[i]) >>> DROPPED_BITS) + 1) * HALF_STEP;
            // -ln(u) is never below 1 - u: most losing draws are found without the logarithm.
            if (1 - u <= least * weights[i] * ROUNDING) {
                double score = -StrictMath.log(u) / weights[i];
                if (score < least) {
                    least = score;
                    winner = i;
                }
            }
        }
        return winner;
    }

    private static int[] weights(Roster roster, int[] members) {
        int[] weights = new int[members.length];
        for (int i = 0; i < members.length; i++) {
            weights[i] = roster.get(members[i]).weight();
        }
        return weights;
    }

    private static boolean allEqual(int[] weights) {
        for (int weight : weights) {
            if (weight != weights[0]) {
                return false;
            }
        }
        return true;
    }
}
