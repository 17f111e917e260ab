package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import java.util.Set;

/**
 * Seed 000's first version: a piece goes to the member whose place among the eligible, sorted by id, is the piece's key modulo their
 * number. Simple, and what a join or a leave does to it is why the seed went on: with n members only one piece in n stays.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC. Not BALANCED: loads scatter as chance has it, and weights above 0 all count alike. Not
 * MINIMAL: see above. Not COMPACT: neighbours have nothing in common.
 *
 * <p>Cost: O(pieces).
 */
public final class Modulo implements Allocator {

    @Override
    public String name() {
        return "modulo";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] members = request.eligible();
        return PieceByPiece.divide(request, key -> members[(int) Long.remainderUnsigned(key, members.length)]);
    }
}
