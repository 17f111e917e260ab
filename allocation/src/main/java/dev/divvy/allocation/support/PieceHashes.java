package dev.divvy.allocation.support;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.hash.function.Xxh3;
import java.nio.charset.StandardCharsets;

/** The hashes by which allocators without history decide. Frozen: another hash is another allocation everywhere. */
public final class PieceHashes {

    private PieceHashes() {}

    /** A well-mixed value of a member's id alone: the same in each of its lives, whatever its zone and weight. */
    public static long of(Member member) {
        return Xxh3.hash64(member.id().getBytes(StandardCharsets.UTF_8));
    }

    /** The keys of these members, by their index in the request's roster. */
    public static long[] of(AllocationRequest request, int[] members) {
        long[] keys = new long[members.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = of(request.roster().get(members[i]));
        }
        return keys;
    }

    /** A well-mixed value of two keys together; their order counts. */
    public static long mix(long first, long second) {
        return Xxh3.hash64(first, second);
    }
}
