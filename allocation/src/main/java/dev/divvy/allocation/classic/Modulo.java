package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import java.util.Set;

/**
 * Hashing modulo the number of members: a piece goes to the eligible member, in the order of ids, at index key modulo count. A join or a
 * leave moves nearly everything: with n members about one piece in n stays.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC. Not BALANCED: loads vary by chance, and all weights above 0 count alike. Not MINIMAL: see above. Not
 * COMPACT: neighbours have unrelated keys.
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
