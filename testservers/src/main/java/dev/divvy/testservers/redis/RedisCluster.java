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
 * A real Redis Cluster for tests: three masters that share all slots, and one replica each. The tests always start it
 * themselves, also where a property names an external Redis.
 */
public final class RedisCluster implements AutoCloseable {

    /** Short, so that a failover takes two to four seconds. */
    private static final Duration SHORT_NODE_TIMEOUT = Duration.ofMillis(1_500);

    /** While no test kills a node: a slow node on a busy machine must not be considered dead. */
    private static final Duration LONG_NODE_TIMEOUT = Duration.ofSeconds(30);

    /** Guarded by the class. */
    private static @Nullable RedisCluster sharedInstance;

    private final List<RedisServer> nodes;

    private RedisCluster(List<RedisServer> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Returns the cluster that all tests of this JVM share. Tests must not kill or pause its nodes. */
    public static synchronized RedisCluster shared() {
        if (sharedInstance == null) {
            sharedInstance = start();
            sharedInstance.nodes.forEach(RedisServer::share);
            sharedInstance.useLongNodeTimeout();
        }
        return sharedInstance;
    }

    /** Starts a healthy cluster for a test that stops, kills or pauses its nodes. */
    public static RedisCluster start() {
        List<RedisServer> nodes = ClusterCreation.nodes(SHORT_NODE_TIMEOUT);
        RedisCluster cluster = new RedisCluster(nodes);
        try {
            ClusterCreation.create(nodes);
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

    /**
     * Makes the nodes tolerate a node that does not answer for seconds. Not the default, because a short timeout makes the start faster.
     */
    public void useLongNodeTimeout() {
        setNodeTimeout(LONG_NODE_TIMEOUT);
    }

    /**
     * Makes the nodes fail over soon when a node is killed or stopped, also one stopped before this call. This is the state after the
     * start.
     */
    public void useShortNodeTimeout() {
        setNodeTimeout(SHORT_NODE_TIMEOUT);
    }

    private void setNodeTimeout(Duration timeout) {
        running()
                .forEach(node ->
                        Processes.awaitNone("a node to accept its timeout", () -> trySetNodeTimeout(node, timeout)));
    }

    private static Optional<String> trySetNodeTimeout(RedisServer node, Duration timeout) {
        try (RedisClient client = RedisClient.plain(node.port())) {
            client.call("CONFIG", "SET", "cluster-node-timeout", Long.toString(timeout.toMillis()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    /** Returns the addresses of its nodes, each as {@code HOST:PORT}. */
    public List<String> addresses() {
        return nodes.stream().map(node -> node.host() + ":" + node.port()).toList();
    }

    /** Returns all nodes, including those that are not running. The roles of master and replica change with every failover. */
    public List<RedisServer> nodes() {
        return nodes;
    }

    /** Returns the running node that serves this key now; of two that claim it, as after a pause, the one elected later. */
    public RedisServer masterOf(String key) {
        int slot = slotOf(key);
        return nodeLines().entrySet().stream()
                .filter(entry ->
                        entry.getValue().isMaster() && entry.getValue().slots().get(slot))
                .max(Comparator.comparingLong(entry -> entry.getValue().epoch()))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new IllegalStateException(
                        "no running node serves slot " + slot + " of key \"" + key + "\" now"));
    }

    /** Returns the running nodes that are replicas of this one now. */
    public List<RedisServer> replicasOf(RedisServer master) {
        Map<RedisServer, ClusterNodeLine> nodeLines = nodeLines();
        String id = Optional.ofNullable(nodeLines.get(master))
                .map(ClusterNodeLine::id)
                .orElseThrow(() -> new IllegalStateException("the node on port " + master.port() + " does not answer"));
        return nodeLines.entrySet().stream()
                .filter(entry -> entry.getValue().master().equals(id))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns when all running nodes that are not paused trust each other, agree that masters among them serve every slot, and
     * every replica is linked to its master; throws when that takes longer than two minutes.
     */
    public void awaitHealthy() {
        Processes.awaitNone("a healthy cluster", () -> ClusterHealth.unhealthy(running()));
    }

    /** Kills every node and removes its data. The shared cluster keeps running. */
    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }

    private List<RedisServer> running() {
        return nodes.stream().filter(RedisServer::runs).toList();
    }

    /** Returns the view of every node that answers of itself. */
    private Map<RedisServer, ClusterNodeLine> nodeLines() {
        Map<RedisServer, ClusterNodeLine> nodeLines = new LinkedHashMap<>();
        for (RedisServer node : running()) {
            try {
                nodeLines.put(node, ClusterHealth.own(node));
            } catch (IOException e) {
                // It is ending: it serves nothing.
            }
        }
        return nodeLines;
    }

    /** Asks Redis, which applies its own rule for hash tags. */
    private int slotOf(String key) {
        List<IOException> failures = new ArrayList<>();
        for (RedisServer node : running()) {
            try (RedisClient client = RedisClient.plain(node.port())) {
                return Integer.parseInt(client.call("CLUSTER", "KEYSLOT", key));
            } catch (IOException e) {
                failures.add(e);
            }
        }
        throw new IllegalStateException("no node of the cluster answers: " + failures);
    }
}
