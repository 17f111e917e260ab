package dev.divvy.boardpeers.replication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tracks since when this node has been apart from others that may still be running: the nodes that vanished from its view, and neither
 * announced it nor are known to have ended. {@link MeshNode} is the only writer.
 */
final class ContactTracker {

    /** The time of the last sign of life of each node of the view. */
    private final Map<String, Long> lastSeen = new HashMap<>();

    /** The time of the last sign of life of each node that vanished, until its boards and those of this node are one history again. */
    private final Map<String, Long> vanished = new HashMap<>();

    void seen(String node, long now) {
        lastSeen.computeIfPresent(node, (id, before) -> now);
    }

    /**
     * Records a change of the view.
     *
     * @return the nodes that have vanished
     */
    List<String> viewChanged(List<String> before, List<String> next, Set<String> departed, long now) {
        List<String> lost = before.stream()
                .filter(node -> !next.contains(node) && !departed.contains(node))
                .toList();
        lost.forEach(node -> vanished.put(node, lastSeen.getOrDefault(node, now)));
        next.forEach(node -> lastSeen.putIfAbsent(node, now));
        lastSeen.keySet().retainAll(next);
        return lost;
    }

    void ended(String node) {
        vanished.remove(node);
    }

    /** These nodes share one history with this one. */
    void reunited(List<String> nodes) {
        vanished.keySet().removeAll(nodes);
    }

    /** Returns the earliest of the times since when this node has been apart from another that may still be running. */
    OptionalLong apartSince() {
        return earliest(vanished.values().stream());
    }

    /**
     * Returns since when this node has been apart from these nodes. A machine that vanished for good is not among them, so the time does not
     * go back to its end. If none of them vanished, because they were restarted meanwhile, it is the time of all.
     */
    OptionalLong apartSince(List<String> nodes) {
        OptionalLong time = earliest(vanished.entrySet().stream()
                .filter(entry -> nodes.contains(entry.getKey()))
                .map(Map.Entry::getValue));
        return time.isPresent() ? time : apartSince();
    }

    /** Returns the time of the last sign of life of a node of the view. */
    OptionalLong lastSeen(String node) {
        Long time = lastSeen.get(node);
        return time == null ? OptionalLong.empty() : OptionalLong.of(time);
    }

    private static OptionalLong earliest(Stream<Long> times) {
        return times.mapToLong(Long::longValue).reduce((a, b) -> a - b < 0 ? a : b);
    }
}
