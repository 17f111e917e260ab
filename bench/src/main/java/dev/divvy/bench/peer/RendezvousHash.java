package dev.divvy.bench.peer;

import dev.divvy.allocation.hash.function.Xxh3;

/** Rendezvous hashing: each member scores each hash, and the member with the highest score owns it. */
public final class RendezvousHash {

    private final long[] salts;

    public RendezvousHash(int members) {
        salts = new long[members];
        for (int member = 0; member < members; member++) {
            salts[member] = Xxh3.hash64((long) member);
        }
    }

    public int owner(long hash) {
        int best = 0;
        long highest = Long.MIN_VALUE;
        for (int member = 0; member < salts.length; member++) {
            long score = mix(hash ^ salts[member]);
            if (score > highest) {
                highest = score;
                best = member;
            }
        }
        return best;
    }

    /** A plain mixer of 64 bits: two multiplications by odd numbers between shifts. */
    private static long mix(long word) {
        long once = (word ^ (word >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
        long twice = (once ^ (once >>> 29)) * 0xD6E8_FEB8_6659_FD93L;
        return twice ^ (twice >>> 32);
    }
}
