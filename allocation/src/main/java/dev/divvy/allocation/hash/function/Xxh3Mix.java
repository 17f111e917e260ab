package dev.divvy.allocation.hash.function;

import java.util.HexFormat;

/** The primes, the default secret and the mixing steps that all length classes of {@link Xxh3} share. */
final class Xxh3Mix {

    static final long PRIME32_1 = 0x9E3779B1L;
    static final long PRIME32_2 = 0x85EBCA77L;
    static final long PRIME32_3 = 0xC2B2AE3DL;
    static final long PRIME64_1 = 0x9E3779B185EBCA87L;
    static final long PRIME64_2 = 0xC2B2AE3D27D4EB4FL;
    static final long PRIME64_3 = 0x165667B19E3779F9L;
    static final long PRIME64_4 = 0x85EBCA77C2B2AE63L;
    static final long PRIME64_5 = 0x27D4EB2F165667C5L;

    private static final long PRIME_MX1 = 0x165667919E3779F9L;
    private static final long PRIME_MX2 = 0x9FB21C651E98DF25L;

    static final int SECRET_SIZE = 192;

    private static final byte[] SECRET = HexFormat.of()
            .parseHex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                    + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                    + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                    + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                    + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                    + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

    private Xxh3Mix() {}

    static int secretInt(int at) {
        return LittleEndian.readInt(SECRET, at);
    }

    static long secret(int at) {
        return LittleEndian.readLong(SECRET, at);
    }

    /**
     * Returns the unsigned 128-bit product with its halves folded into one. Java 17 has only the signed upper half, hence the two
     * corrections.
     */
    static long fold(long a, long b) {
        long upper = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
        return upper ^ (a * b);
    }

    /** Mixes sixteen bytes of input with sixteen of the secret. */
    static long mix16(byte[] bytes, int at, int secretAt) {
        return fold(
                LittleEndian.readLong(bytes, at) ^ secret(secretAt),
                LittleEndian.readLong(bytes, at + 8) ^ secret(secretAt + 8));
    }

    static long avalanche(long hash) {
        long h = (hash ^ (hash >>> 37)) * PRIME_MX1;
        return h ^ (h >>> 32);
    }

    /** The stronger finalizer of XXH64, for inputs too short to have been multiplied before. */
    static long avalanche64(long hash) {
        long h = (hash ^ (hash >>> 33)) * PRIME64_2;
        h = (h ^ (h >>> 29)) * PRIME64_3;
        return h ^ (h >>> 32);
    }

    /** The finalizer for 4 to 8 bytes, which fit into one number. */
    static long avalancheWord(long word, int length) {
        long h = (word ^ Long.rotateLeft(word, 49) ^ Long.rotateLeft(word, 24)) * PRIME_MX2;
        h = (h ^ ((h >>> 35) + length)) * PRIME_MX2;
        return h ^ (h >>> 28);
    }
}
