package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Division;
import java.util.Arrays;
import java.util.function.LongToIntFunction;

/** How allocators divide that look at each piece for itself, and never at what a member has already. */
final class OneByOne {

    private OneByOne() {}

    /** @param owner from a piece's key to the index of its owner; not asked when nobody is eligible */
    static Division divide(Request request, LongToIntFunction owner) {
        int[] owners = nobody(request);
        if (request.roster().weight() > 0) {
            request.open()
                    .forEach(piece ->
                            owners[piece] = owner.applyAsInt(request.pieces().key(piece)));
        }
        return request.divide(owners);
    }

    /** An owner for every piece of the request, to be filled in: nobody yet. */
    static int[] nobody(Request request) {
        int[] owners = new int[request.pieces().count()];
        Arrays.fill(owners, Division.NOBODY);
        return owners;
    }
}
