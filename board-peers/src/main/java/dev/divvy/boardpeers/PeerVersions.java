package dev.divvy.boardpeers;

import dev.divvy.boardpeers.codec.Greeting;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The greetings of the nodes of a mesh, and what follows from them: the version that all of them speak, and the abilities that all of them
 * have. The thread of the mesh loop is the only one that uses it.
 */
final class PeerVersions {

    private final Greeting own;
    private final Map<String, Greeting> greetings = new HashMap<>();
    private Set<String> view = Set.of();

    PeerVersions(Greeting own) {
        this.own = own;
    }

    void greeted(String node, Greeting greeting) {
        greetings.put(node, greeting);
    }

    /** Follows a view. A node that left the view greets again when it comes back: it may be another release by then. */
    void viewChanged(Collection<String> nodes) {
        Set<String> left = new HashSet<>(view);
        left.removeAll(Set.copyOf(nodes));
        greetings.keySet().removeAll(left);
        view = Set.copyOf(nodes);
    }

    boolean knows(String node) {
        return greetings.containsKey(node);
    }

    /** Returns the highest version that all nodes know which have greeted. A node that has not is sent nothing but a greeting. */
    int version() {
        return view.stream()
                .filter(this::knows)
                .mapToInt(node -> greeting(node).versions().highest())
                .reduce(own.versions().highest(), Math::min);
    }

    /** Returns the abilities that all nodes of the view have; none while one of them has not greeted. */
    NavigableSet<String> abilities(String self) {
        NavigableSet<String> common = new TreeSet<>(own.abilities());
        for (String node : view) {
            if (!node.equals(self)) {
                common.retainAll(knows(node) ? greeting(node).abilities() : Set.of());
            }
        }
        return common;
    }

    private Greeting greeting(String node) {
        return greetings.getOrDefault(node, own);
    }
}
