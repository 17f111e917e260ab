package dev.divvy.allocation.flow;

import java.util.Arrays;

/**
 * A flow of least cost through a network whose arcs have convex costs. It starts from any potentials: each arc carries the flow that is
 * cheapest under them, which leaves some nodes with too much and some with too little; then flow is sent from the former to the latter,
 * always along cheapest paths, as much as there is at each length (the primal-dual method). Near the optimum little is left to send.
 * So after a solution, nodes and arcs can be added and others closed, and the next solution costs only as much as they change.
 *
 * <p>The cost of an arc's flow is the square of its distance from the range [low, high], times a slope, plus a step for every unit beyond
 * a free amount.
 */
public final class ConvexFlow {

    private static final int UNREACHED = -1;
    /** The cost of an arc that is full: above every path. */
    private static final long BLOCKED = Long.MAX_VALUE / 2;

    private final NodeHeap heap = new NodeHeap();
    private int nodes;
    private int arcs;
    private int[] tail = new int[1024];
    private int[] head = new int[1024];
    private int[] lower = new int[1024];
    private int[] upper = new int[1024];
    private int[] low = new int[1024];
    private int[] high = new int[1024];
    private long[] slope = new long[1024];
    private int[] free = new int[1024];
    private long[] step = new long[1024];
    private int[] flow = new int[1024];
    private int[] excess = new int[256];
    private long[] potential = new long[256];
    /** Arcs at each node, as 2 x arc, plus 1 where the arc enters; those of node v are from first[v] to first[v + 1]. */
    private int[] first = {};

    private int[] incident = {};
    private int[] neighbour = {};
    /** By the place of an entry in the arrays above: the cost of one more unit on the arc, or of one less where the arc enters. */
    private long[] residual = {};

    /** The place of each entry. */
    private int[] place = {};

    private int[] level = {};
    private int[] turn = {};
    private long[] distance = {};

    /** Adds a node from which this much must flow; a negative supply must arrive. */
    public int node(int supply, long itsPotential) {
        if (nodes == excess.length) {
            excess = Arrays.copyOf(excess, nodes * 2);
            potential = Arrays.copyOf(potential, nodes * 2);
        }
        excess[nodes] = supply;
        potential[nodes] = itsPotential;
        return nodes++;
    }

    /** Adds an arc; {@link #start} puts its first flow on it. */
    public int arc(int from, int to, int least, int most) {
        if (arcs == tail.length) {
            grow();
        }
        tail[arcs] = from;
        head[arcs] = to;
        lower[arcs] = least;
        upper[arcs] = most;
        free[arcs] = Integer.MAX_VALUE;
        return arcs++;
    }

    /** Sets the cost of the distance of an arc's flow from a range. */
    public void range(int arc, int from, int to, long itsSlope) {
        low[arc] = from;
        high[arc] = to;
        slope[arc] = itsSlope;
    }

    /** Sets the cost of every unit beyond an amount. */
    public void step(int arc, int amount, long cost) {
        free[arc] = amount;
        step[arc] = cost;
    }

    /** The flow on an arc. */
    public int flow(int arc) {
        return flow[arc];
    }

    /** The flow that has arrived at a node and has not left it. */
    public int excess(int node) {
        return excess[node];
    }

    /** The potential of a node: the price of one more unit there, with the opposite sign. */
    public long potential(int node) {
        return potential[node];
    }

    /** Changes what must flow from a node. */
    public void supply(int node, int change) {
        excess[node] += change;
    }

    /** Closes an arc: what it carried stays at its tail, and is missing at its head. */
    public void close(int arc) {
        excess[tail[arc]] += flow[arc];
        excess[head[arc]] -= flow[arc];
        lower[arc] = 0;
        upper[arc] = 0;
        flow[arc] = 0;
    }

    /** Puts a flow on an arc: the nearest to a wish among those that are cheapest under the potentials. */
    public void start(int arc, int wish) {
        long slack = potential[tail[arc]] - potential[head[arc]];
        int amount = Math.max(lower[arc], Math.min(upper[arc], wish));
        while (amount < upper[arc] && marginal(arc, amount) + slack < 0) {
            amount = firstAtLeast(arc, -slack, amount + 1, upper[arc]);
        }
        while (amount > lower[arc] && marginal(arc, amount - 1) + slack > 0) {
            amount = firstAtLeast(arc, 1 - slack, lower[arc], amount - 1);
        }
        flow[arc] = amount;
        excess[tail[arc]] -= amount;
        excess[head[arc]] += amount;
    }

    /** Returns the first amount in the range whose next unit costs at least this much; the last one if there is none. */
    private int firstAtLeast(int arc, long cost, int from, int to) {
        int least = from;
        int most = to;
        while (least < most) {
            int middle = (least + most) >>> 1;
            if (marginal(arc, middle) >= cost) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    /** Makes the flow feasible and of least cost. All arcs must have been started. */
    public void solve() {
        index();
        level = new int[nodes];
        turn = new int[nodes];
        distance = new long[nodes];
        while (true) {
            if (findLevels()) {
                for (int node = 0; node < nodes; node++) {
                    while (excess[node] > 0 && push(node)) {
                        excess[node]--;
                    }
                }
            } else if (!raisePotentials()) {
                return;
            }
        }
    }

    /** Returns the cost of one more unit at this amount. */
    private long marginal(int arc, int amount) {
        long cost = amount >= free[arc] ? step[arc] : 0;
        if (amount < low[arc]) {
            return cost - slope[arc] * (2L * (low[arc] - amount) - 1);
        }
        return amount >= high[arc] ? cost + slope[arc] * (2L * (amount - high[arc]) + 1) : cost;
    }

    private void setFlow(int arc, int amount) {
        flow[arc] = amount;
        residual[place[2 * arc]] = amount < upper[arc] ? marginal(arc, amount) : BLOCKED;
        residual[place[2 * arc + 1]] = amount > lower[arc] ? -marginal(arc, amount - 1) : BLOCKED;
    }

    /** Finds the number of arcs from the nodes with too much, over arcs without reduced cost; returns whether a node with too little is reached. */
    private boolean findLevels() {
        Arrays.fill(level, UNREACHED);
        int[] queue = turn;
        int end = 0;
        for (int node = 0; node < nodes; node++) {
            if (excess[node] > 0) {
                level[node] = 0;
                queue[end++] = node;
            }
        }
        boolean reached = false;
        for (int next = 0; next < end; next++) {
            int node = queue[next];
            reached |= excess[node] < 0;
            long here = potential[node];
            for (int i = first[node]; i < first[node + 1] && !reached; i++) {
                int other = neighbour[i];
                if (level[other] == UNREACHED && residual[i] + here == potential[other]) {
                    level[other] = level[node] + 1;
                    queue[end++] = other;
                }
            }
        }
        System.arraycopy(first, 0, turn, 0, nodes);
        return reached;
    }

    /** Sends one unit from a node to a node with too little; returns whether there was a path. With convex costs the next one may cost more. */
    private boolean push(int node) {
        if (excess[node] < 0) {
            excess[node]++;
            return true;
        }
        for (; turn[node] < first[node + 1]; turn[node]++) {
            int other = neighbour[turn[node]];
            if (level[other] == level[node] + 1
                    && residual[turn[node]] + potential[node] == potential[other]
                    && push(other)) {
                int entry = incident[turn[node]];
                setFlow(entry >> 1, flow[entry >> 1] + ((entry & 1) == 0 ? 1 : -1));
                return true;
            }
        }
        return false;
    }

    /** Raises the potentials by the distance from the nodes with too much; returns whether there were any. */
    private boolean raisePotentials() {
        Arrays.fill(distance, Long.MAX_VALUE);
        heap.clear();
        for (int node = 0; node < nodes; node++) {
            if (excess[node] > 0) {
                distance[node] = 0;
                heap.add(0, node);
            }
        }
        if (heap.isEmpty()) {
            return false;
        }
        long nearest = BLOCKED / 2;
        while (!heap.isEmpty()) {
            long key = heap.leastKey();
            int node = heap.removeLeast();
            if (key >= nearest) {
                break;
            }
            if (key > distance[node]) {
                continue;
            }
            long here = key + potential[node];
            for (int i = first[node]; i < first[node + 1]; i++) {
                int other = neighbour[i];
                if (distance[other] > key) {
                    long through = here + residual[i] - potential[other];
                    if (through < distance[other] && through < nearest) {
                        distance[other] = through;
                        if (excess[other] < 0) {
                            nearest = through;
                        } else {
                            heap.add(through, other);
                        }
                    }
                }
            }
        }
        if (nearest == BLOCKED / 2) {
            throw new AssertionError("the network has no feasible flow");
        }
        for (int node = 0; node < nodes; node++) {
            potential[node] += Math.min(distance[node], nearest);
        }
        return true;
    }

    private void index() {
        first = new int[nodes + 1];
        for (int arc = 0; arc < arcs; arc++) {
            first[tail[arc] + 1]++;
            first[head[arc] + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            first[node + 1] += first[node];
        }
        int[] next = Arrays.copyOf(first, nodes);
        incident = new int[2 * arcs];
        neighbour = new int[2 * arcs];
        residual = new long[2 * arcs];
        place = new int[2 * arcs];
        for (int arc = 0; arc < arcs; arc++) {
            enter(next[tail[arc]]++, 2 * arc, head[arc]);
            enter(next[head[arc]]++, 2 * arc + 1, tail[arc]);
            setFlow(arc, flow[arc]);
        }
    }

    private void enter(int itsPlace, int entry, int other) {
        incident[itsPlace] = entry;
        neighbour[itsPlace] = other;
        place[entry] = itsPlace;
    }

    private void grow() {
        int size = arcs * 2;
        tail = Arrays.copyOf(tail, size);
        head = Arrays.copyOf(head, size);
        lower = Arrays.copyOf(lower, size);
        upper = Arrays.copyOf(upper, size);
        low = Arrays.copyOf(low, size);
        high = Arrays.copyOf(high, size);
        slope = Arrays.copyOf(slope, size);
        free = Arrays.copyOf(free, size);
        step = Arrays.copyOf(step, size);
        flow = Arrays.copyOf(flow, size);
    }
}
