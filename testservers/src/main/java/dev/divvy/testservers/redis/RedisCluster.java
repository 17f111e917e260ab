package dev.divvy.testservers.redis;

import dev.divvy.testservers.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis Cluster for tests: three masters that share all slots, and a replica for each. It is always ours, also where a
 * single Redis is named by a property.
 */
public final class RedisCluster implements AutoCloseable {

    /** Short, so that a failover takes two to four seconds. */
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(1_500);

    /** While nobody kills a node: a busy machine must not look like a dead one. */
    private static final Duration PATIENT_NODE_TIMEOUT = Duration.ofSeconds(30);

    /** Guarded by the class. */
    private static @Nullable RedisCluster sharedOne;

    private final List<RedisServer> nodes;

    private RedisCluster(List<RedisServer> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** The one that all tests of this JVM share: only to be used, never to be killed or paused. */
    public static synchronized RedisCluster shared() {
        if (sharedOne == null) {
            sharedOne = start();
            sharedOne.nodes.forEach(RedisServer::share);
            sharedOne.bePatient();
        }
        return sharedOne;
    }

    /** One of its own, healthy, for a test that stops, kills or pauses nodes of it. */
    public static RedisCluster start() {
        List<RedisServer> nodes = ClusterFounding.nodes(NODE_TIMEOUT);
        RedisCluster cluster = new RedisCluster(nodes);
        try {
            ClusterFounding.found(nodes);
            cluster.awaitHealthy();
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** From now on a node that does not answer for seconds is not given up. Its start is as quick as the nodes are impatient. */
    public void bePatient() {
        setNodeTimeout(PATIENT_NODE_TIMEOUT);
    }

    /** As it is after the start: a node that is killed or stopped, from now on or already, is soon given up. */
    public void beQuick() {
        setNodeTimeout(NODE_TIMEOUT);
    }

    private void setNodeTimeout(Duration timeout) {
        running().forEach(node -> Processes.awaitNone("a node with another timeout", () -> refusal(node, timeout)));
    }

    private static Optional<String> refusal(RedisServer node, Duration timeout) {
        try (RedisClient client = RedisClient.plain(node.port())) {
            client.ask("CONFIG", "SET", "cluster-node-timeout", Long.toString(timeout.toMillis()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    /** Where clients find its nodes, each as {@code HOST:PORT}. */
    public List<String> addresses() {
        return nodes.stream().map(node -> node.host() + ":" + node.port()).toList();
    }

    /** All nodes, those that do not run too. Who is a master and who a replica changes with every failover. */
    public List<RedisServer> nodes() {
        return nodes;
    }

    /** The running node that serves this key right now; of two that claim it, as after a pause, the one elected later. */
    public RedisServer masterOf(String key) {
        int slot = slotOf(key);
        return seats().entrySet().stream()
                .filter(seat ->
                        seat.getValue().isMaster() && seat.getValue().slots().get(slot))
                .max(Comparator.comparingLong(seat -> seat.getValue().epoch()))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new IllegalStateException(
                        "no running node serves slot " + slot + " of key \"" + key + "\" now"));
    }

    /** The running nodes that follow this one right now. */
    public List<RedisServer> replicasOf(RedisServer master) {
        Map<RedisServer, ClusterNodeLine> seats = seats();
        String id = Optional.ofNullable(seats.get(master))
                .map(ClusterNodeLine::id)
                .orElseThrow(() -> new IllegalStateException("the node on port " + master.port() + " does not answer"));
        return seats.entrySet().stream()
                .filter(seat -> seat.getValue().master().equals(id))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns when all running nodes that are not paused trust each other, agree that masters among them serve every slot, and
     * every replica is linked to its master; throws when that takes longer than two minutes.
     */
    public void awaitHealthy() {
        Processes.awaitNone("a healthy cluster", () -> ClusterHealth.complaint(running()));
    }

    /** Kills every node and removes its data. The shared one stays, for the other tests. */
    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }

    private List<RedisServer> running() {
        return nodes.stream().filter(RedisServer::runs).toList();
    }

    /** What every node that answers says of itself. */
    private Map<RedisServer, ClusterNodeLine> seats() {
        Map<RedisServer, ClusterNodeLine> seats = new LinkedHashMap<>();
        for (RedisServer node : running()) {
            try {
                seats.put(node, ClusterHealth.own(node));
            } catch (IOException e) {
                // It ends just now: it serves nothing.
            }
        }
        return seats;
    }

    /** Redis is asked: it knows its rule for the part of a key in braces. */
    private int slotOf(String key) {
        List<IOException> failures = new ArrayList<>();
        for (RedisServer node : running()) {
            try (RedisClient client = RedisClient.plain(node.port())) {
                return Integer.parseInt(client.ask("CLUSTER", "KEYSLOT", key));
            } catch (IOException e) {
                failures.add(e);
            }
        }
        throw new IllegalStateException("no node of the cluster answers: " + failures);
    }
}
