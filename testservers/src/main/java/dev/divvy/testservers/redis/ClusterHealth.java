package dev.divvy.testservers.redis;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks the nodes of a Redis Cluster what they believe, and whether they believe the same. */
final class ClusterHealth {

    static final int SLOTS = 16_384;

    private ClusterHealth() {}

    /** What this node believes about all nodes of its cluster. */
    static List<ClusterNodeLine> seats(RedisServer node) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            return ClusterNodeLine.all(client.ask("CLUSTER", "NODES"));
        }
    }

    /** What this node says of itself. */
    static ClusterNodeLine own(RedisServer node) throws IOException {
        return seats(node).stream()
                .filter(ClusterNodeLine::itself)
                .findFirst()
                .orElseThrow(() -> new IOException("the node on port " + node.port() + " does not know itself"));
    }

    /** Why these nodes do not all know and trust each other; empty when they do. */
    static Optional<String> strangers(List<RedisServer> nodes) {
        try {
            for (RedisServer node : nodes) {
                Set<Integer> trusted =
                        trusted(seats(node)).stream().map(ClusterNodeLine::port).collect(Collectors.toSet());
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

    private static List<ClusterNodeLine> trusted(List<ClusterNodeLine> seats) {
        return seats.stream().filter(ClusterNodeLine::isTrusted).toList();
    }

    /** Why these nodes do not serve every slot in agreement, every replica beside its master; empty when they do. */
    static Optional<String> complaint(List<RedisServer> nodes) {
        if (nodes.isEmpty()) {
            return Optional.of("no node runs");
        }
        return strangers(nodes).or(() -> {
            try {
                for (RedisServer node : nodes) {
                    Optional<String> complaint = complaint(node);
                    if (complaint.isPresent()) {
                        return complaint;
                    }
                }
                return disagreement(nodes);
            } catch (IOException e) {
                return Optional.of(e.toString());
            }
        });
    }

    private static Optional<String> complaint(RedisServer node) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            String info = client.ask("CLUSTER", "INFO");
            if (!info.contains("cluster_state:ok")) {
                return Optional.of("port " + node.port() + " says "
                        + info.lines().findFirst().orElse("nothing"));
            }
            String replication = client.ask("INFO", "replication");
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
            List<ClusterNodeLine> seats = trusted(seats(node)).stream()
                    .filter(seat -> ports.contains(seat.port()))
                    .toList();
            BitSet served = new BitSet();
            seats.stream().filter(ClusterNodeLine::isMaster).forEach(seat -> served.or(seat.slots()));
            if (served.cardinality() != SLOTS) {
                return Optional.of("port " + node.port() + " knows who serves " + served.cardinality() + " slots");
            }
            Set<String> claims = seats.stream().map(ClusterNodeLine::claim).collect(Collectors.toSet());
            if (!agreed.orElse(claims).equals(claims)) {
                return Optional.of("port " + node.port() + " believes " + claims + ", another " + agreed.get());
            }
            agreed = Optional.of(claims);
        }
        return Optional.empty();
    }
}
