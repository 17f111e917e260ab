package dev.divvy.allocation.hash.function;

import static dev.divvy.allocation.hash.function.LittleEndian.readLong;
import static dev.divvy.allocation.hash.function.Xxh3Mix.SECRET_SIZE;
import static dev.divvy.allocation.hash.function.Xxh3Mix.secret;

/**
 * XXH3 of more than 240 bytes: eight accumulators over stripes of 64 bytes, scrambled after every block of sixteen stripes.
 *
 * <p>The accumulators are fields rather than an array: loops over such an array are vectorized by the JIT compiler of JDK 17 on ARM, which
 * was observed to lose words and whole scrambles.
 */
final class Xxh3Stripes {

    private static final int STRIPE = 64;

    // Each stripe of a block starts eight bytes further into the secret.
    private static final int STRIPES_IN_BLOCK = (SECRET_SIZE - STRIPE) / 8;

    private static final int SCRAMBLE_SECRET = SECRET_SIZE - STRIPE;
    private static final int LAST_STRIPE_SECRET = SCRAMBLE_SECRET - 7;
    private static final int MERGE_SECRET = 11;

    private long sum0 = Xxh3Mix.PRIME32_3;
    private long sum1 = Xxh3Mix.PRIME64_1;
    private long sum2 = Xxh3Mix.PRIME64_2;
    private long sum3 = Xxh3Mix.PRIME64_3;
    private long sum4 = Xxh3Mix.PRIME64_4;
    private long sum5 = Xxh3Mix.PRIME32_2;
    private long sum6 = Xxh3Mix.PRIME64_5;
    private long sum7 = Xxh3Mix.PRIME32_1;

    private Xxh3Stripes() {}

    static long hash(byte[] bytes, int from, int length) {
        Xxh3Stripes sums = new Xxh3Stripes();
        // The last stripe is always processed separately, so a block that ends the input is not scrambled.
        int stripes = (length - 1) / STRIPE;
        int whole = stripes / STRIPES_IN_BLOCK;
        for (int block = 0; block < whole; block++) {
            sums.addBlock(bytes, from + block * STRIPES_IN_BLOCK * STRIPE, STRIPES_IN_BLOCK);
            sums.scramble();
        }
        sums.addBlock(bytes, from + whole * STRIPES_IN_BLOCK * STRIPE, stripes - whole * STRIPES_IN_BLOCK);
        sums.add(bytes, from + length - STRIPE, LAST_STRIPE_SECRET);
        return sums.merged(length * Xxh3Mix.PRIME64_1);
    }

    private void addBlock(byte[] bytes, int at, int stripes) {
        for (int stripe = 0; stripe < stripes; stripe++) {
            add(bytes, at + stripe * STRIPE, 8 * stripe);
        }
    }

    private void add(byte[] bytes, int at, int secretAt) {
        long word0 = readLong(bytes, at);
        long word1 = readLong(bytes, at + 8);
        long word2 = readLong(bytes, at + 16);
        long word3 = readLong(bytes, at + 24);
        long word4 = readLong(bytes, at + 32);
        long word5 = readLong(bytes, at + 40);
        long word6 = readLong(bytes, at + 48);
        long word7 = readLong(bytes, at + 56);
        sum0 += word1 + product(word0 ^ secret(secretAt));
        sum1 += word0 + product(word1 ^ secret(secretAt + 8));
        sum2 += word3 + product(word2 ^ secret(secretAt + 16));
        sum3 += word2 + product(word3 ^ secret(secretAt + 24));
        sum4 += word5 + product(word4 ^ secret(secretAt + 32));
        sum5 += word4 + product(word5 ^ secret(secretAt + 40));
        sum6 += word7 + product(word6 ^ secret(secretAt + 48));
        sum7 += word6 + product(word7 ^ secret(secretAt + 56));
    }

    private static long product(long keyed) {
        return (keyed & 0xFFFF_FFFFL) * (keyed >>> 32);
    }

    private void scramble() {
        sum0 = scrambled(sum0, 0);
        sum1 = scrambled(sum1, 8);
        sum2 = scrambled(sum2, 16);
        sum3 = scrambled(sum3, 24);
        sum4 = scrambled(sum4, 32);
        sum5 = scrambled(sum5, 40);
        sum6 = scrambled(sum6, 48);
        sum7 = scrambled(sum7, 56);
    }

    private static long scrambled(long sum, int secretAt) {
        return (sum ^ (sum >>> 47) ^ secret(SCRAMBLE_SECRET + secretAt)) * Xxh3Mix.PRIME32_1;
    }

    private long merged(long start) {
        return Xxh3Mix.avalanche(
                start + pair(sum0, sum1, 0) + pair(sum2, sum3, 16) + pair(sum4, sum5, 32) + pair(sum6, sum7, 48));
    }

    private static long pair(long even, long odd, int secretAt) {
        return Xxh3Mix.fold(even ^ secret(MERGE_SECRET + secretAt), odd ^ secret(MERGE_SECRET + secretAt + 8));
    }
}
