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

/** Starts lone nodes and makes one Redis Cluster of them, as {@code redis-cli --cluster create} would. */
final class ClusterFounding {

    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;
    private static final int TRIES = 5;

    /** Longer than the node timeout, after which a node forgets whom it was to meet. */
    private static final Duration MEETING = Duration.ofSeconds(2);

    private ClusterFounding() {}

    /** Nodes that answer and do not know each other. They start together; when one fails, none is left. */
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

    /** Somebody may take the port of the bus between the choice and the start: then another is tried. */
    private static RedisServer node(Duration nodeTimeout) {
        for (int tries = 1; ; tries++) {
            int bus = Ports.free();
            try {
                return RedisServer.own(Map.of(
                        "cluster-enabled",
                        "yes",
                        "cluster-port",
                        Integer.toString(bus),
                        "cluster-node-timeout",
                        Long.toString(nodeTimeout.toMillis()),
                        // A replica takes over however long it, or the test, stood still.
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

    /** The first half become masters with a share of the slots each, the others their replicas. */
    static void found(List<RedisServer> nodes) throws IOException {
        for (int i = 0; i < nodes.size(); i++) {
            // Different from the start: nodes that share an epoch would first have to settle who is elder.
            ask(nodes.get(i), "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        List<RedisServer> masters = nodes.subList(0, nodes.size() / 2);
        for (int i = 0; i < masters.size(); i++) {
            int from = ClusterHealth.SLOTS * i / masters.size();
            int to = ClusterHealth.SLOTS * (i + 1) / masters.size() - 1;
            ask(masters.get(i), "CLUSTER", "ADDSLOTSRANGE", Integer.toString(from), Integer.toString(to));
        }
        introduce(nodes);
        for (int i = masters.size(); i < nodes.size(); i++) {
            String master = ClusterHealth.own(masters.get(i - masters.size())).id();
            ask(nodes.get(i), "CLUSTER", "REPLICATE", master);
        }
    }

    /**
     * Everybody to everybody: they would also hear of each other from each other, but seconds later. Who forgot a meeting, as on a busy
     * machine, is introduced again.
     */
    private static void introduce(List<RedisServer> nodes) {
        AtomicLong next = new AtomicLong(System.nanoTime());
        Processes.awaitNone("the nodes' acquaintance", () -> {
            Optional<String> strangers = ClusterHealth.strangers(nodes);
            if (strangers.isEmpty() || System.nanoTime() - next.get() < 0) {
                return strangers;
            }
            next.set(System.nanoTime() + MEETING.toNanos());
            try {
                meet(nodes);
                return strangers;
            } catch (IOException e) {
                return Optional.of(e.toString());
            }
        });
    }

    private static void meet(List<RedisServer> nodes) throws IOException {
        for (RedisServer one : nodes) {
            String bus = Integer.toString(ClusterHealth.own(one).address().busPort());
            for (RedisServer other : nodes.subList(nodes.indexOf(one) + 1, nodes.size())) {
                if (ClusterHealth.strangers(List.of(one, other)).isPresent()) {
                    ask(other, "CLUSTER", "MEET", one.host(), Integer.toString(one.port()), bus);
                }
            }
        }
    }

    private static void ask(RedisServer node, String... command) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            client.ask(command);
        }
    }
}
