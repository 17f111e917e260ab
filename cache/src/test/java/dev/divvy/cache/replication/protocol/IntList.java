package dev.divvy.cache.replication.protocol;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {

    private int[] values = new int[1024];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int get(int index) {
        return values[index];
    }
}
