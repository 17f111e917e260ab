package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fewest moves by an independent method: a minimum-cost flow from pieces to members. Every piece sends one unit to a member, at cost 0
 * to its current owner and at cost 1 to another; a member takes its floor at a high reward and one more at none. Shares no reasoning with
 * the planner.
 */
final class FlowOracle {

    private static final int REWARD = 1_000_000;

    private final AllocationRequest request;
    private final int[] before;

    FlowOracle(AllocationRequest request) {
        this.request = request;
        this.before = ownersBefore(request);
    }

    int fewestMoves() {
        Roster roster = request.roster();
        long weight = roster.weight();
        if (weight == 0) {
            return (int) Arrays.stream(before)
                    .filter(owner -> owner != Division.NO_MEMBER)
                    .count();
        }
        int[] unpinned = request.unpinned().pieces();
        int misplaced = 0;
        for (int member = 0; member < roster.size(); member++) {
            int owner = member;
            misplaced += (int) Arrays.stream(request.pinned(member).pieces())
                    .filter(piece -> before[piece] != owner)
                    .count();
        }
        Network network = new Network(2 + unpinned.length + roster.size());
        int sink = 1;
        for (int i = 0; i < unpinned.length; i++) {
            network.edge(0, 2 + i, 1, 0);
            for (int member = 0; member < roster.size(); member++) {
                if (roster.get(member).weight() > 0) {
                    network.edge(2 + i, 2 + unpinned.length + member, 1, before[unpinned[i]] == member ? 0 : 1);
                }
            }
        }
        long rewarded = 0;
        for (int member = 0; member < roster.size(); member++) {
            long share = (long) unpinned.length * roster.get(member).weight();
            int floor = (int) (share / weight);
            rewarded += floor;
            network.edge(2 + unpinned.length + member, sink, floor, -REWARD);
            network.edge(2 + unpinned.length + member, sink, share % weight > 0 ? 1 : 0, 0);
        }
        long total = network.cheapest(0, sink, unpinned.length);
        return misplaced + (int) (total + rewarded * REWARD);
    }

    private static int[] ownersBefore(AllocationRequest request) {
        int[] owners = new int[request.pieces().count()];
        Arrays.fill(owners, Division.NO_MEMBER);
        request.previous().ifPresent(previous -> {
            int[] then = previous.division().owners();
            for (int piece = 0; piece < owners.length; piece++) {
                if (then[piece] != Division.NO_MEMBER) {
                    // An owner that is gone differs from no owner; -2 stands for all of these.
                    int now = request.roster()
                            .indexOf(previous.roster().get(then[piece]).id());
                    owners[piece] = now < 0 ? -2 : now;
                }
            }
        });
        return owners;
    }

    /** A flow network with costs, solved by cheapest augmenting paths (Bellman-Ford with a queue). */
    private static final class Network {
        private final int nodes;
        private final List<List<Integer>> leaving = new ArrayList<>();
        private final List<long[]> arcs = new ArrayList<>();

        Network(int nodes) {
            this.nodes = nodes;
            for (int i = 0; i < nodes; i++) {
                leaving.add(new ArrayList<>());
            }
        }

        void edge(int from, int to, int capacity, long price) {
            leaving.get(from).add(arcs.size());
            arcs.add(new long[] {to, capacity, price});
            leaving.get(to).add(arcs.size());
            arcs.add(new long[] {from, 0, -price});
        }

        long cheapest(int source, int sink, int amount) {
            long total = 0;
            for (int sent = 0; sent < amount; sent++) {
                int[] via = path(source);
                for (int node = sink; node != source; ) {
                    long[] arc = arcs.get(via[node]);
                    long[] back = arcs.get(via[node] ^ 1);
                    arc[1]--;
                    back[1]++;
                    total += arc[2];
                    node = (int) back[0];
                }
            }
            return total;
        }

        private int[] path(int source) {
            long[] distance = new long[nodes];
            int[] via = new int[nodes];
            boolean[] queued = new boolean[nodes];
            Arrays.fill(distance, Long.MAX_VALUE);
            distance[source] = 0;
            ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(source));
            while (!queue.isEmpty()) {
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
    }
}
