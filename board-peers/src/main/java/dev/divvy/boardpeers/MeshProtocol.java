package dev.divvy.boardpeers;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What the nodes of a mesh have in common, though their releases may differ.
 *
 * @param version the version of the mesh protocol in which messages are sent: the highest that all nodes know
 * @param abilities the names of what all nodes can do beyond that version
 */
public record MeshProtocol(int version, NavigableSet<String> abilities) {

    public MeshProtocol {
        abilities = Collections.unmodifiableNavigableSet(new TreeSet<>(abilities));
    }
}
