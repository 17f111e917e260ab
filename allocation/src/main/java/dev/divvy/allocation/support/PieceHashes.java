package dev.divvy.allocation.support;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.hash.function.Xxh3;
import java.nio.charset.StandardCharsets;

/** The hashes on which allocators without history base their decisions. Frozen: another hash would change every allocation. */
public final class PieceHashes {

    private PieceHashes() {}

    /** Returns a well-mixed value of a member's id alone: the same for each of its incarnations, whatever its zone and weight. */
    public static long of(Member member) {
        return Xxh3.hash64(member.id().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the keys of these members, given by their index in the request's roster. */
    public static long[] of(AllocationRequest request, int[] members) {
        long[] keys = new long[members.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = of(request.roster().get(members[i]));
        }
        return keys;
    }

    /** Returns a well-mixed value of two keys; their order counts. */
    public static long mix(long first, long second) {
        return Xxh3.hash64(first, second);
    }
}
