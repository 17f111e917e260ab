package dev.divvy.testservers.redis;

import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.Processes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Starts single nodes and joins them into a Redis Cluster, as {@code redis-cli --cluster create} does. */
final class ClusterCreation {

    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;
    private static final int TRIES = 5;

    /** Longer than the node timeout, after which a node forgets a CLUSTER MEET that was not answered. */
    private static final Duration MEET_INTERVAL = Duration.ofSeconds(2);

    private ClusterCreation() {}

    /** Starts nodes that do not know each other, and returns when all answer. They start concurrently; when one fails, all are closed. */
    static List<RedisServer> nodes(Duration nodeTimeout) {
        ExecutorService threads = Executors.newFixedThreadPool(NODES);
        try {
            List<CompletableFuture<RedisServer>> starts = IntStream.range(0, NODES)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> node(nodeTimeout), threads))
                    .toList();
            List<RedisServer> nodes = new ArrayList<>();
            List<CompletionException> failures = new ArrayList<>();
            for (CompletableFuture<RedisServer> start : starts) {
                try {
                    nodes.add(start.join());
                } catch (CompletionException e) {
                    failures.add(e);
                }
            }
            if (!failures.isEmpty()) {
                nodes.forEach(RedisServer::close);
                throw new IllegalStateException("a node of the cluster did not start", failures.get(0));
            }
            return nodes;
        } finally {
            threads.shutdown();
        }
    }

    /** Another process may take the bus port between its choice and the start: then another port is tried. */
    private static RedisServer node(Duration nodeTimeout) {
        for (int tries = 1; ; tries++) {
            int bus = Ports.free();
            try {
                return RedisServer.startOwn(Map.of(
                        "cluster-enabled",
                        "yes",
                        "cluster-port",
                        Integer.toString(bus),
                        "cluster-node-timeout",
                        Long.toString(nodeTimeout.toMillis()),
                        // A replica takes over however long it, or the test, was paused.
                        "cluster-replica-validity-factor",
                        "0",
                        "repl-diskless-sync-delay",
                        "0"));
            } catch (IllegalStateException e) {
                if (tries == TRIES || Ports.isFree(bus)) {
                    throw e;
                }
            }
        }
    }

    /** Makes the first half of the nodes masters with a share of the slots each, and the others their replicas. */
    static void create(List<RedisServer> nodes) throws IOException {
        for (int i = 0; i < nodes.size(); i++) {
            // Different epochs from the start: nodes with the same epoch would first have to resolve the conflict.
            send(nodes.get(i), "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        List<RedisServer> masters = nodes.subList(0, nodes.size() / 2);
        for (int i = 0; i < masters.size(); i++) {
            int from = ClusterHealth.SLOTS * i / masters.size();
            int to = ClusterHealth.SLOTS * (i + 1) / masters.size() - 1;
            send(masters.get(i), "CLUSTER", "ADDSLOTSRANGE", Integer.toString(from), Integer.toString(to));
        }
        introduce(nodes);
        for (int i = masters.size(); i < nodes.size(); i++) {
            String master = ClusterHealth.own(masters.get(i - masters.size())).id();
            send(nodes.get(i), "CLUSTER", "REPLICATE", master);
        }
    }

    /**
     * Introduces every node to every other: gossip would do so too, but seconds later. A node that forgot a CLUSTER MEET, as on a busy
     * machine, is introduced again.
     */
    private static void introduce(List<RedisServer> nodes) {
        AtomicLong next = new AtomicLong(System.nanoTime());
        Processes.awaitNone("all nodes to trust each other", () -> {
            Optional<String> distrust = ClusterHealth.distrust(nodes);
            if (distrust.isEmpty() || System.nanoTime() - next.get() < 0) {
                return distrust;
            }
            next.set(System.nanoTime() + MEET_INTERVAL.toNanos());
            try {
                meet(nodes);
                return distrust;
            } catch (IOException e) {
                return Optional.of(e.toString());
            }
        });
    }

    private static void meet(List<RedisServer> nodes) throws IOException {
        for (RedisServer node : nodes) {
            String bus = Integer.toString(ClusterHealth.own(node).address().busPort());
            for (RedisServer other : nodes.subList(nodes.indexOf(node) + 1, nodes.size())) {
                if (ClusterHealth.distrust(List.of(node, other)).isPresent()) {
                    send(other, "CLUSTER", "MEET", node.host(), Integer.toString(node.port()), bus);
                }
            }
        }
    }

    private static void send(RedisServer node, String... command) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            client.call(command);
        }
    }
}
