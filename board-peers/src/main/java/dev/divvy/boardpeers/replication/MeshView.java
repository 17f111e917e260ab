package dev.divvy.boardpeers.replication;

import java.util.List;

/**
 * The nodes that see each other, as one of them knows it. The first is the primary.
 *
 * @param number grows from each view that a node sees to the next
 * @param merged whether several views became one
 */
public record MeshView(long number, List<String> nodes, boolean merged) {

    public MeshView {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("view " + number + " has no nodes");
        }
    }

    public String primary() {
        return nodes.get(0);
    }

    boolean contains(String node) {
        return nodes.contains(node);
    }
}
