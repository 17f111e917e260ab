package dev.divvy.cache.heal;

import dev.divvy.allocation.hash.function.Xxh3;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** A set of keys, each known by its 64-bit hash, which is the same in all processes. Not safe for use by several threads. */
final class HashedKeys {

    private static final int FIRST_CAPACITY = 8;

    /** The mark of an empty slot; a hash of this value is stored as 1. */
    private static final long EMPTY = 0;

    private long[] slots = new long[FIRST_CAPACITY];
    private int size;

    static long hash(byte[] data, int start, int length) {
        return stored(Xxh3.hash64(data, start, length));
    }

    static long stored(long hash) {
        return hash == EMPTY ? 1 : hash;
    }

    static HashedKeys of(long... hashes) {
        HashedKeys keys = new HashedKeys();
        for (long hash : hashes) {
            boolean unused = keys.add(stored(hash));
        }
        return keys;
    }

    int size() {
        return size;
    }

    /** Returns the number of slots, each of which takes eight bytes. */
    int capacity() {
        return slots.length;
    }

    boolean contains(long hash) {
        return slots[slot(hash)] == hash;
    }

    /** Adds a hash; returns whether it was new. */
    boolean add(long hash) {
        int at = slot(hash);
        if (slots[at] == hash) {
            return false;
        }
        slots[at] = hash;
        size++;
        if (2 * size > slots.length) {
            grow();
        }
        return true;
    }

    private int slot(long hash) {
        int mask = slots.length - 1;
        int at = (int) (hash ^ (hash >>> 32)) & mask;
        while (slots[at] != EMPTY && slots[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (long hash : old) {
            if (hash != EMPTY) {
                slots[slot(hash)] = hash;
            }
        }
    }

    void forEach(LongConsumer action) {
        Arrays.stream(slots).filter(hash -> hash != EMPTY).forEach(action);
    }

    long[] toArray() {
        return Arrays.stream(slots).filter(hash -> hash != EMPTY).sorted().toArray();
    }
}
