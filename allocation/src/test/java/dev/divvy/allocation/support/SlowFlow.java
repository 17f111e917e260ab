package dev.divvy.allocation.support;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A flow network with costs, solved by cheapest augmenting paths (Bellman-Ford with a queue): slow and plain, for oracles. */
public final class SlowFlow {

    /**
     * An arc.
     *
     * @param left the capacity that is not used
     */
    public record Arc(int from, int to, long left, long cost) {}

    private final List<List<Integer>> leaving = new ArrayList<>();

    /** Target, unused capacity and cost of each arc; after each arc its reverse. */
    private final List<long[]> arcs = new ArrayList<>();

    /** Adds a node; returns its number. */
    public int node() {
        leaving.add(new ArrayList<>());
        return leaving.size() - 1;
    }

    public void arc(int from, int to, int capacity, long cost) {
        leaving.get(from).add(arcs.size());
        arcs.add(new long[] {to, capacity, cost});
        leaving.get(to).add(arcs.size());
        arcs.add(new long[] {from, 0, -cost});
    }

    /** Sends units one by one, each on a cheapest path; returns the cost of all. */
    public long send(int source, int sink, int amount) {
        long total = 0;
        long last = Long.MIN_VALUE;
        for (int sent = 0; sent < amount; sent++) {
            int[] via = cheapestPath(source, sink, last);
            last = 0;
            for (int node = sink; node != source; ) {
                long[] arc = arcs.get(via[node]);
                long[] back = arcs.get(via[node] ^ 1);
                arc[1]--;
                back[1]++;
                last += arc[2];
                node = (int) back[0];
            }
            total += last;
        }
        return total;
    }

    /**
     * Returns the arc by which each node of a cheapest path is reached.
     *
     * @param least the cost of the path before: none is cheaper than that, so the first one that costs as much is a cheapest one
     */
    private int[] cheapestPath(int source, int sink, long least) {
        long[] distance = new long[leaving.size()];
        int[] via = new int[leaving.size()];
        boolean[] queued = new boolean[leaving.size()];
        Arrays.fill(distance, Long.MAX_VALUE);
        distance[source] = 0;
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(source));
        while (!queue.isEmpty() && distance[sink] != least) {
            int node = queue.remove();
            queued[node] = false;
            for (int index : leaving.get(node)) {
                long[] arc = arcs.get(index);
                int to = (int) arc[0];
                if (arc[1] > 0 && distance[node] + arc[2] < distance[to]) {
                    distance[to] = distance[node] + arc[2];
                    via[to] = index;
                    if (!queued[to]) {
                        queued[to] = true;
                        queue.add(to);
                    }
                }
            }
        }
        return via;
    }

    /** Returns the arcs in the order in which they were added. */
    public List<Arc> arcs() {
        List<Arc> all = new ArrayList<>();
        for (int i = 0; i < arcs.size(); i += 2) {
            long[] arc = arcs.get(i);
            all.add(new Arc((int) arcs.get(i + 1)[0], (int) arc[0], arc[1], arc[2]));
        }
        return all;
    }
}
