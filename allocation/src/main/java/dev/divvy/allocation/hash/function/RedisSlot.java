package dev.divvy.allocation.hash.function;

/** The slot of a key in Redis Cluster: keys with the same {hash tag} share one. */
public final class RedisSlot {

    public static final int COUNT = 16384;

    private RedisSlot() {}

    public static int of(byte[] key) {
        return of(key, 0, key.length);
    }

    /** Returns the slot of a key that is part of a longer array, such as a request. */
    public static int of(byte[] bytes, int from, int length) {
        int end = from + length;
        int open = indexOf(bytes, '{', from, end);
        int close = indexOf(bytes, '}', open + 1, end);
        // Only the first pair of braces counts: an empty tag selects the whole key, whatever follows.
        boolean tagged = open < end && close < end && close > open + 1;
        int crc = tagged ? Crc16.of(bytes, open + 1, close - open - 1) : Crc16.of(bytes, from, length);
        return crc % COUNT;
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
