package dev.divvy.allocation.flow;

import java.util.Arrays;

/** A priority queue of nodes by key, the least first; equal keys in the order of the nodes. A node may be in it more than once. */
final class NodeHeap {

    private long[] keys = new long[256];
    private int[] nodes = new int[256];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
    }

    long leastKey() {
        return keys[0];
    }

    void add(long key, int node) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        int place = size++;
        while (place > 0 && isBefore(key, node, (place - 1) / 2)) {
            keys[place] = keys[(place - 1) / 2];
            nodes[place] = nodes[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        keys[place] = key;
        nodes[place] = node;
    }

    int removeLeast() {
        int least = nodes[0];
        size--;
        long key = keys[size];
        int node = nodes[size];
        int place = 0;
        for (int child = 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && isBefore(keys[child + 1], nodes[child + 1], child)) {
                child++;
            }
            if (!isBefore(keys[child], nodes[child], key, node)) {
                break;
            }
            keys[place] = keys[child];
            nodes[place] = nodes[child];
            place = child;
        }
        keys[place] = key;
        nodes[place] = node;
        return least;
    }

    private boolean isBefore(long key, int node, int place) {
        return isBefore(key, node, keys[place], nodes[place]);
    }

    private static boolean isBefore(long key, int node, long otherKey, int otherNode) {
        return key < otherKey || (key == otherKey && node < otherNode);
    }
}
