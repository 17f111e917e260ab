package dev.divvy.boardpeers.replication;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which copy goes on. Copies of one history: the newest. After a split: the newest of the side with more nodes, then of the side whose
 * keeper has the lower id.
 */
final class CopySelection {

    private CopySelection() {}

    /** The node whose copy goes on; the copies are those of all nodes that could be asked. */
    static String of(Map<String, CopySummary> copies) {
        List<CopySummary> ends = copies.values().stream()
                .filter(copy -> copies.values().stream()
                        .noneMatch(other -> other.continues(copy.stamp()) && !copy.continues(other.stamp())))
                .toList();
        CopySummary best = ends.stream()
                .min(Comparator.comparing((CopySummary end) -> -followers(end, copies))
                        .thenComparing(end -> end.stamp().keeper())
                        .thenComparing(end -> end.stamp().line()))
                .orElseThrow();
        return copies.entrySet().stream()
                .filter(one -> one.getValue().stamp().equals(best.stamp()))
                .map(Map.Entry::getKey)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** How many nodes are on the side of this copy; one that has nothing is on no side. */
    private static long followers(CopySummary end, Map<String, CopySummary> copies) {
        return copies.values().stream()
                .filter(copy -> !copy.stamp().isNone() && end.continues(copy.stamp()))
                .count();
    }
}
