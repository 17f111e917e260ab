package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.function.LongToIntFunction;

/** The division by allocators that choose an owner for each piece separately, without regard to the pieces that a member has already. */
final class PieceByPiece {

    private PieceByPiece() {}

    /** @param owner maps a piece's key to the index of its owner; not called when no member is eligible */
    static Division divide(AllocationRequest request, LongToIntFunction owner) {
        int[] owners = request.emptyOwners();
        if (request.roster().weight() > 0) {
            request.unpinned()
                    .forEach(piece ->
                            owners[piece] = owner.applyAsInt(request.pieces().key(piece)));
        }
        return request.toDivision(owners);
    }
}
