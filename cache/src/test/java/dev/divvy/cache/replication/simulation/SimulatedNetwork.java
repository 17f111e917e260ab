package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Incarnation;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The connections between nodes. */
final class SimulatedNetwork {

    private static final long MILLI = 1_000_000L;

    private final SimulatedCluster cluster;
    /** By name: the order in which channels are opened within one event differs from one JVM to the next. */
    private final NavigableMap<String, SimulatedChannel> open = new TreeMap<>();

    private final Map<String, Integer> opened = new HashMap<>();

    SimulatedNetwork(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    SimulatedChannel connect(SimulatedNode from, Incarnation to) {
        Incarnation sender = from.member().incarnation().orElseGet(() -> new Incarnation(from.id(), 1));
        String pair = sender + " to " + to;
        String name = pair + " #" + opened.merge(pair, 1, Integer::sum);
        SimulatedChannel channel =
                new SimulatedChannel(cluster, from, sender, to, cluster.seed() * 1_000_003 + name.hashCode());
        open.put(name, channel);
        return channel;
    }

    void closed(SimulatedChannel channel) {
        open.values().remove(channel);
    }

    List<SimulatedChannel> open() {
        return List.copyOf(open.values());
    }

    /** Breaks the connections from and to a node. */
    void disconnect(SimulatedNode node) {
        for (SimulatedChannel channel : open()) {
            if (channel.from() == node || channel.to().member().equals(node.id())) {
                disconnect(channel);
            }
        }
    }

    void disconnect(SimulatedChannel channel) {
        channel.from().run(channel::disconnect);
    }

    /** Returns the time that a message takes: mostly short, sometimes very long. */
    long latency(SeededRandom random) {
        return cluster.isCalm() || random.below(20) > 0
                ? random.between(MILLI / 10, 3 * MILLI)
                : random.spread(MILLI, 700 * MILLI);
    }
}
