package dev.divvy.allocation.hash;

/** The slot that Redis Cluster gives a key: keys with the same {hash tag} share one. */
final class RedisSlot {

    static final int COUNT = 16384;

    private RedisSlot() {}

    static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        int close = indexOf(key, '}', open + 1);
        // Only the first pair of braces counts: an empty tag means the whole key, whatever follows.
        boolean tagged = open < key.length && close < key.length && close > open + 1;
        int crc = tagged ? Crc16.of(key, open + 1, close - open - 1) : Crc16.of(key);
        return crc % COUNT;
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        int at = from;
        while (at < key.length && key[at] != wanted) {
            at++;
        }
        return at;
    }
}
