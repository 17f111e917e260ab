package dev.divvy.boardpeers.replication;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Selects the copy that is continued. Of copies with one history, the newest. After a split, the newest of the side with more nodes, then
 * of the side whose primary has the lower id.
 */
final class CopySelection {

    private CopySelection() {}

    /** Returns the node whose copy is continued, given the summaries of all nodes that replied. */
    static String select(Map<String, CopySummary> summaries) {
        List<CopySummary> newest = summaries.values().stream()
                .filter(summary -> summaries.values().stream()
                        .noneMatch(other -> other.includes(summary.version()) && !summary.includes(other.version())))
                .toList();
        CopySummary best = newest.stream()
                .min(Comparator.comparing((CopySummary summary) -> -countIncluded(summary, summaries))
                        .thenComparing(summary -> summary.version().primary())
                        .thenComparing(summary -> summary.version().term()))
                .orElseThrow();
        return summaries.entrySet().stream()
                .filter(entry -> entry.getValue().version().equals(best.version()))
                .map(Map.Entry::getKey)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns how many nodes are on the side of this copy. A node without a copy is on no side. */
    private static long countIncluded(CopySummary newest, Map<String, CopySummary> summaries) {
        return summaries.values().stream()
                .filter(summary -> !summary.version().isNone() && newest.includes(summary.version()))
                .count();
    }
}
