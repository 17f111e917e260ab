package dev.divvy.testservers.redis;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the views of the nodes of a Redis Cluster, and checks that they agree. */
final class ClusterHealth {

    static final int SLOTS = 16_384;

    private ClusterHealth() {}

    /** Returns the view of this node of all nodes of its cluster. */
    static List<ClusterNodeLine> nodeLines(RedisServer node) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            return ClusterNodeLine.all(client.call("CLUSTER", "NODES"));
        }
    }

    /** Returns the view of this node of itself. */
    static ClusterNodeLine own(RedisServer node) throws IOException {
        return nodeLines(node).stream()
                .filter(ClusterNodeLine::isSelf)
                .findFirst()
                .orElseThrow(() -> new IOException("the node on port " + node.port() + " does not list itself"));
    }

    /** Returns why these nodes do not all know and trust each other; empty when they do. */
    static Optional<String> distrust(List<RedisServer> nodes) {
        try {
            for (RedisServer node : nodes) {
                Set<Integer> trusted = trusted(nodeLines(node)).stream()
                        .map(ClusterNodeLine::port)
                        .collect(Collectors.toSet());
                for (RedisServer other : nodes) {
                    if (!trusted.contains(other.port())) {
                        return Optional.of("port " + node.port() + " does not trust port " + other.port());
                    }
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    private static List<ClusterNodeLine> trusted(List<ClusterNodeLine> nodeLines) {
        return nodeLines.stream().filter(ClusterNodeLine::isTrusted).toList();
    }

    /** Returns why these nodes do not serve every slot in agreement, with every replica linked to its master; empty when they do. */
    static Optional<String> unhealthy(List<RedisServer> nodes) {
        if (nodes.isEmpty()) {
            return Optional.of("no node runs");
        }
        return distrust(nodes).or(() -> {
            try {
                for (RedisServer node : nodes) {
                    Optional<String> unhealthy = unhealthy(node);
                    if (unhealthy.isPresent()) {
                        return unhealthy;
                    }
                }
                return disagreement(nodes);
            } catch (IOException e) {
                return Optional.of(e.toString());
            }
        });
    }

    private static Optional<String> unhealthy(RedisServer node) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            String info = client.call("CLUSTER", "INFO");
            if (!info.contains("cluster_state:ok")) {
                return Optional.of("port " + node.port() + " reports "
                        + info.lines().findFirst().orElse("nothing"));
            }
            String replication = client.call("INFO", "replication");
            if (!replication.contains("role:master") && !replication.contains("master_link_status:up")) {
                return Optional.of("port " + node.port() + " has no link to its master");
            }
            return Optional.empty();
        }
    }

    private static Optional<String> disagreement(List<RedisServer> nodes) throws IOException {
        Set<Integer> ports = nodes.stream().map(RedisServer::port).collect(Collectors.toSet());
        Optional<Set<String>> agreed = Optional.empty();
        for (RedisServer node : nodes) {
            List<ClusterNodeLine> nodeLines = trusted(nodeLines(node)).stream()
                    .filter(line -> ports.contains(line.port()))
                    .toList();
            BitSet served = new BitSet();
            nodeLines.stream().filter(ClusterNodeLine::isMaster).forEach(line -> served.or(line.slots()));
            if (served.cardinality() != SLOTS) {
                return Optional.of(
                        "port " + node.port() + " knows the masters of " + served.cardinality() + " slots only");
            }
            Set<String> views = nodeLines.stream().map(ClusterNodeLine::summary).collect(Collectors.toSet());
            if (!agreed.orElse(views).equals(views)) {
                return Optional.of("port " + node.port() + " sees " + views + ", another node " + agreed.get());
            }
            agreed = Optional.of(views);
        }
        return Optional.empty();
    }
}
