package dev.divvy.allocation.hash;

import static dev.divvy.allocation.hash.Xxh3Mix.SECRET_SIZE;
import static dev.divvy.allocation.hash.Xxh3Mix.secret;

/** XXH3 of more than 240 bytes: eight running sums over stripes of 64 bytes, scrambled after every block of sixteen stripes. */
final class Xxh3Stripes {

    private static final int STRIPE = 64;

    // Each stripe of a block starts eight bytes further into the secret.
    private static final int STRIPES_IN_BLOCK = (SECRET_SIZE - STRIPE) / 8;

    private static final int SCRAMBLE_SECRET = SECRET_SIZE - STRIPE;
    private static final int LAST_STRIPE_SECRET = SCRAMBLE_SECRET - 7;
    private static final int MERGE_SECRET = 11;

    private Xxh3Stripes() {}

    static long hash(byte[] bytes, int from, int length) {
        long[] sums = {
            Xxh3Mix.PRIME32_3,
            Xxh3Mix.PRIME64_1,
            Xxh3Mix.PRIME64_2,
            Xxh3Mix.PRIME64_3,
            Xxh3Mix.PRIME64_4,
            Xxh3Mix.PRIME32_2,
            Xxh3Mix.PRIME64_5,
            Xxh3Mix.PRIME32_1
        };
        // The last stripe is always taken apart, so a block that ends the input is not scrambled.
        int stripes = (length - 1) / STRIPE;
        for (int i = 0; i < stripes; i++) {
            int inBlock = i % STRIPES_IN_BLOCK;
            add(sums, bytes, from + i * STRIPE, 8 * inBlock);
            if (inBlock == STRIPES_IN_BLOCK - 1) {
                scramble(sums);
            }
        }
        add(sums, bytes, from + length - STRIPE, LAST_STRIPE_SECRET);
        return merged(sums, length * Xxh3Mix.PRIME64_1);
    }

    /**
     * Two sums at a time, each with the other's word. Not one after the other with {@code sums[i ^ 1] += word}: the compiler of JDK 17 on ARM
     * makes vectors of that loop and loses words.
     */
    private static void add(long[] sums, byte[] bytes, int at, int secretAt) {
        for (int i = 0; i < 8; i += 2) {
            long even = LittleEndian.readLong(bytes, at + 8 * i);
            long odd = LittleEndian.readLong(bytes, at + 8 * i + 8);
            sums[i] += odd + product(even ^ secret(secretAt + 8 * i));
            sums[i + 1] += even + product(odd ^ secret(secretAt + 8 * i + 8));
        }
    }

    private static long product(long keyed) {
        return (keyed & 0xFFFF_FFFFL) * (keyed >>> 32);
    }

    private static void scramble(long[] sums) {
        for (int i = 0; i < 8; i++) {
            long sum = sums[i];
            sums[i] = (sum ^ (sum >>> 47) ^ secret(SCRAMBLE_SECRET + 8 * i)) * Xxh3Mix.PRIME32_1;
        }
    }

    private static long merged(long[] sums, long start) {
        long hash = start;
        for (int i = 0; i < 8; i += 2) {
            int secretAt = MERGE_SECRET + 8 * i;
            hash += Xxh3Mix.fold(sums[i] ^ secret(secretAt), sums[i + 1] ^ secret(secretAt + 8));
        }
        return Xxh3Mix.avalanche(hash);
    }
}
