package dev.divvy.allocation.hash.function;

import static dev.divvy.allocation.hash.function.Xxh3Mix.avalanche;
import static dev.divvy.allocation.hash.function.Xxh3Mix.mix16;
import static dev.divvy.allocation.hash.function.Xxh3Mix.secret;
import static dev.divvy.allocation.hash.function.Xxh3Mix.secretInt;

import java.util.Objects;

/** XXH3 64-bit with seed 0 and the default secret: the fast hash of keys and names. */
public final class Xxh3 {

    // Computed once: the compiler cannot know that the bytes of the secret never change.
    private static final long FLIP_0 = secret(56) ^ secret(64);
    private static final long FLIP_3 = (secretInt(0) ^ secretInt(4)) & 0xFFFF_FFFFL;
    private static final long FLIP_8 = secret(8) ^ secret(16);
    private static final long FLIP_16_LOW = secret(24) ^ secret(32);
    private static final long FLIP_16_HIGH = secret(40) ^ secret(48);

    private Xxh3() {}

    public static long hash64(byte[] bytes) {
        return hash(bytes, 0, bytes.length);
    }

    public static long hash64(byte[] bytes, int from, int length) {
        return hash(bytes, Objects.checkFromIndexSize(from, length, bytes.length), length);
    }

    /** Returns the hash of the eight little-endian bytes of a number, without creating the bytes. */
    public static long hash64(long number) {
        return Xxh3Mix.avalancheWord(Long.rotateLeft(number, 32) ^ FLIP_8, Long.BYTES);
    }

    /** Returns the hash of the sixteen little-endian bytes of two numbers, without creating the bytes. */
    public static long hash64(long first, long second) {
        return finish16(first, second, 2 * Long.BYTES);
    }

    private static long hash(byte[] bytes, int from, int length) {
        if (length <= 16) {
            return length > 8 ? upTo16(bytes, from, length) : upTo8(bytes, from, length);
        }
        if (length <= 128) {
            return upTo128(bytes, from, length);
        }
        return length <= 240 ? upTo240(bytes, from, length) : Xxh3Stripes.hash(bytes, from, length);
    }

    private static long upTo8(byte[] bytes, int from, int length) {
        if (length >= 4) {
            long first = LittleEndian.readInt(bytes, from);
            long last = LittleEndian.readInt(bytes, from + length - 4) & 0xFFFF_FFFFL;
            return Xxh3Mix.avalancheWord(((first << 32) | last) ^ FLIP_8, length);
        }
        if (length == 0) {
            return Xxh3Mix.avalanche64(FLIP_0);
        }
        long first = bytes[from] & 0xff;
        long middle = bytes[from + (length >> 1)] & 0xff;
        long last = bytes[from + length - 1] & 0xff;
        return Xxh3Mix.avalanche64(((first << 16) | (middle << 24) | last | ((long) length << 8)) ^ FLIP_3);
    }

    private static long upTo16(byte[] bytes, int from, int length) {
        return finish16(LittleEndian.readLong(bytes, from), LittleEndian.readLong(bytes, from + length - 8), length);
    }

    private static long finish16(long first, long last, int length) {
        long low = first ^ FLIP_16_LOW;
        long high = last ^ FLIP_16_HIGH;
        return avalanche(length + Long.reverseBytes(low) + high + Xxh3Mix.fold(low, high));
    }

    /** Mixes pairs of sixteen bytes, equally far from both ends, from the middle outwards; the innermost may overlap. */
    private static long upTo128(byte[] bytes, int from, int length) {
        int end = from + length;
        long sum = length * Xxh3Mix.PRIME64_1;
        for (int pair = (length - 1) >> 5; pair >= 0; pair--) {
            sum += mix16(bytes, from + 16 * pair, 32 * pair);
            sum += mix16(bytes, end - 16 * (pair + 1), 32 * pair + 16);
        }
        return avalanche(sum);
    }

    private static long upTo240(byte[] bytes, int from, int length) {
        long sum = length * Xxh3Mix.PRIME64_1;
        for (int i = 0; i < 8; i++) {
            sum += mix16(bytes, from + 16 * i, 16 * i);
        }
        sum = avalanche(sum);
        for (int i = 8; i < length / 16; i++) {
            sum += mix16(bytes, from + 16 * i, 16 * (i - 8) + 3);
        }
        return avalanche(sum + mix16(bytes, from + length - 16, 119));
    }
}
