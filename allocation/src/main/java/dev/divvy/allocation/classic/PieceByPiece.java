package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.function.LongToIntFunction;

/** How allocators divide that look at each piece for itself, and never at what a member has already. */
final class PieceByPiece {

    private PieceByPiece() {}

    /** @param owner from a piece's key to the index of its owner; not asked when nobody is eligible */
    static Division divide(AllocationRequest request, LongToIntFunction owner) {
        int[] owners = request.nobody();
        if (request.roster().weight() > 0) {
            request.open()
                    .forEach(piece ->
                            owners[piece] = owner.applyAsInt(request.pieces().key(piece)));
        }
        return request.divide(owners);
    }
}
