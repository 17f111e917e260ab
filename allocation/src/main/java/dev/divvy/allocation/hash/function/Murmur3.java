package dev.divvy.allocation.hash.function;

import java.util.Objects;

/** MurmurHash3 x86 32-bit with seed 0: small enough for an INTEGER column, and available in most languages. */
public final class Murmur3 {

    private static final int C1 = 0xcc9e2d51;
    private static final int C2 = 0x1b873593;

    private Murmur3() {}

    public static int hash32(byte[] bytes) {
        return hash(bytes, 0, bytes.length);
    }

    public static int hash32(byte[] bytes, int from, int length) {
        return hash(bytes, Objects.checkFromIndexSize(from, length, bytes.length), length);
    }

    private static int hash(byte[] bytes, int from, int length) {
        int tail = from + (length & ~3);
        int hash = 0;
        for (int at = from; at < tail; at += 4) {
            hash ^= scrambled(LittleEndian.readInt(bytes, at));
            hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
        }
        return finished(hash ^ scrambled(tailOf(bytes, tail, length & 3)) ^ length);
    }

    /** Returns the last 0 to 3 bytes as a number; no bytes give 0, which leaves the hash unchanged. */
    private static int tailOf(byte[] bytes, int at, int count) {
        int tail = 0;
        for (int i = count - 1; i >= 0; i--) {
            tail = (tail << 8) | (bytes[at + i] & 0xff);
        }
        return tail;
    }

    private static int scrambled(int block) {
        return Integer.rotateLeft(block * C1, 15) * C2;
    }

    private static int finished(int hash) {
        int h = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
