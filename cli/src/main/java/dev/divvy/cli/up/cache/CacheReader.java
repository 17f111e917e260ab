package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.CacheFigures;
import dev.divvy.cli.cache.CacheFigures.NodeEntries;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.group.GroupLook;
import dev.divvy.cli.group.NodeSnapshot;
import dev.divvy.cli.up.cache.NodeConnections.Node;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.coordination.status.GroupStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the cache from its nodes: the group from any of them, the figures as a sum over all. Used by one thread. */
final class CacheReader implements AutoCloseable {

    private static final String GROUP = "cache";
    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final long FIGURES_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Pattern FIELD = Pattern.compile("(?m)^([a-z_]+):(\\d{1,18})\\r?$");

    private final Supplier<List<Node>> awake;
    private final NodeConnections connections = new NodeConnections(TIMEOUT);

    /** Of each node that answered the last request. */
    private final Map<String, CacheFigures> figures = new TreeMap<>();

    private long figuresAt = System.nanoTime() - FIGURES_NANOS;
    private GroupStatus group;
    private String lastNode = "";

    /** @param awake returns the nodes that can be expected to answer */
    CacheReader(Supplier<List<Node>> awake) {
        this.awake = awake;
        this.group = GroupLook.unavailable(GROUP, "no node has answered yet");
    }

    ProductSnapshot read() {
        List<Node> nodes = awake.get();
        readGroup(nodes);
        if (System.nanoTime() - figuresAt >= FIGURES_NANOS) {
            readFigures(nodes);
            figuresAt = System.nanoTime();
        }
        return new ProductSnapshot(GROUP, group, sum(), Map.of());
    }

    /** Asks the node that answered last, else another one. */
    private void readGroup(List<Node> nodes) {
        List<Node> order = new ArrayList<>(nodes);
        Collections.rotate(order, -Math.max(0, names(nodes).indexOf(lastNode)));
        for (Node node : order) {
            try {
                group = NodeSnapshot.decode(connections.ask(node, "DIVVY.SNAPSHOT"))
                        .status();
                lastNode = node.name();
                return;
            } catch (IOException | IllegalArgumentException e) {
                // It starts, ends, or was paused by others.
            }
        }
        group = GroupLook.withProblem(group, "no node answers");
    }

    private static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }

    private void readFigures(List<Node> nodes) {
        figures.keySet().retainAll(names(nodes));
        for (Node node : nodes) {
            try {
                List<NodeReply> replies = connections.ask(
                        node, List.of(List.of("DBSIZE"), List.of("INFO", "memory"), List.of("INFO", "stats")));
                figures.put(node.name(), figures(node.name(), replies));
            } catch (IOException | NumberFormatException e) {
                figures.remove(node.name());
            }
        }
    }

    private static CacheFigures figures(String node, List<NodeReply> replies) {
        Map<String, Long> info = new TreeMap<>();
        replies.forEach(reply -> {
            for (Matcher field = FIELD.matcher(reply.text()); field.find(); ) {
                info.put(field.group(1), Long.valueOf(field.group(2)));
            }
        });
        long entries = Long.parseLong(replies.get(0).text());
        return new CacheFigures(
                entries,
                info.getOrDefault("used_memory", 0L),
                info.getOrDefault("keyspace_hits", 0L),
                info.getOrDefault("keyspace_misses", 0L),
                info.getOrDefault("expired_keys", 0L),
                info.getOrDefault("evicted_keys", 0L),
                List.of(new NodeEntries(node, entries)));
    }

    private CacheFigures sum() {
        return figures.values().stream()
                .reduce(CacheFigures::plus)
                .orElse(new CacheFigures(0, 0, 0, 0, 0, 0, List.of()));
    }

    @Override
    public void close() {
        connections.close();
    }
}
