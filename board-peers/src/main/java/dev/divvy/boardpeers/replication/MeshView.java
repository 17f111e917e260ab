package dev.divvy.boardpeers.replication;

import java.util.List;

/**
 * The nodes that see each other, as one of them knows it. The first keeps the boards.
 *
 * @param number grows from one to the next that a node sees
 * @param merged whether several companies became one
 */
public record MeshView(long number, List<String> nodes, boolean merged) {

    public MeshView {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("a company of nobody");
        }
    }

    public String keeper() {
        return nodes.get(0);
    }

    boolean has(String node) {
        return nodes.contains(node);
    }
}
