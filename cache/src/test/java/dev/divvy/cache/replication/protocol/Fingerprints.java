package dev.divvy.cache.replication.protocol;

import java.util.Arrays;

/** A set of fingerprints: an open hash table. */
final class Fingerprints {

    private long[] table = new long[1 << 16];
    private int size;

    int size() {
        return size;
    }

    /** Adds a fingerprint; returns whether it is new. */
    boolean add(long fingerprint) {
        long value = fingerprint == 0 ? 1 : fingerprint;
        if (size * 2 > table.length) {
            grow();
        }
        int slot = slot(value);
        if (table[slot] == value) {
            return false;
        }
        table[slot] = value;
        size++;
        return true;
    }

    private int slot(long value) {
        int slot = (int) value & (table.length - 1);
        while (table[slot] != 0 && table[slot] != value) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] old = table;
        table = new long[old.length * 2];
        Arrays.stream(old).filter(value -> value != 0).forEach(value -> table[slot(value)] = value);
    }
}
