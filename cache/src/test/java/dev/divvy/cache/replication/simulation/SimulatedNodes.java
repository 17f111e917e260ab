package dev.divvy.cache.replication.simulation;

import dev.divvy.coordination.MemberSettings;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The running and paused nodes. */
final class SimulatedNodes {

    private final SimulatedCluster cluster;
    private final List<SimulatedNode> all = new ArrayList<>();
    private long started;

    SimulatedNodes(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    List<SimulatedNode> all() {
        return all;
    }

    @Nullable
    SimulatedNode byId(String id) {
        for (SimulatedNode node : all) {
            if (node.id().equals(id)) {
                return node;
            }
        }
        return null;
    }

    /** Starts a node with the first free name; returns whether there was one. */
    boolean start() {
        for (int i = 1; i <= cluster.scenario().members() + 1; i++) {
            if (byId("n" + i) == null) {
                start("n" + i, i);
                return true;
            }
        }
        return false;
    }

    private void start(String id, int number) {
        MemberSettings settings = new MemberSettings(id)
                .withTimeToLive(cluster.scenario().timing().timeToLive());
        if (cluster.scenario().zones() > 0) {
            settings = settings.inZone("z" + number % cluster.scenario().zones());
        }
        SimulatedNode node = new SimulatedNode(cluster, settings, cluster.seed() * 100_000 + ++started);
        all.add(node);
        cluster.trace(() -> id + " starts");
        node.start();
    }

    void crash(SimulatedNode node) {
        cluster.trace(() -> node + " crashes");
        cluster.checker().crashing(node);
        remove(node);
    }

    /** Called when a node has left. */
    void closed(SimulatedNode node) {
        if (all.contains(node)) {
            cluster.trace(() -> node.id() + " has left");
            remove(node);
        }
    }

    private void remove(SimulatedNode node) {
        all.remove(node);
        cluster.network().disconnect(node);
        node.crash();
        cluster.checker().changed();
    }

    List<SimulatedNode> running() {
        return all.stream().filter(node -> !node.isPaused()).toList();
    }

    SimulatedNode pick(SeededRandom random) {
        return random.pick(all);
    }
}
