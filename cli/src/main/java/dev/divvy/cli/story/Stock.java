package dev.divvy.cli.story;

import dev.divvy.allocation.Runs;
import java.util.Map;

/**
 * What the nodes of a {@link SeedCache} hold after a step.
 *
 * @param nodes the ones that are up, by number
 * @param keys how many keys were ever put
 * @param missing keys that the node which owns them has no entry for: a get would find nothing
 * @param changed keys that the step gave to another node
 */
record Stock(Map<Integer, Node> nodes, int keys, int missing, int changed) {

    /** One node: how many entries it has, and the pieces it owns. */
    record Node(int entries, Runs pieces) {}

    int entries() {
        return nodes.values().stream().mapToInt(Node::entries).sum();
    }

    /** Entries on a node that does not own their key: memory that nobody will ever ask for. */
    int useless() {
        return entries() - (keys - missing);
    }

    int pieces() {
        return nodes.values().stream().mapToInt(node -> node.pieces().count()).sum();
    }
}
