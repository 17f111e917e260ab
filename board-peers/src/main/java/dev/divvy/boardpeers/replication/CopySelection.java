package dev.divvy.boardpeers.replication;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Selects the copy that is continued. Of copies with one history, the newest. Of several histories, in this order:
 *
 * <ol>
 *   <li>the one whose first board is older: a node that started beside a paused one, and found no mesh, never replaces what was there;
 *   <li>the side with more nodes: fewer members are ejected;
 *   <li>the side with more changes: one that was paused made none;
 *   <li>the side whose primary has the lower id.
 * </ol>
 *
 * <p>The sides of a split network have a common first board, so for them the order begins with the number of nodes. The number of changes
 * does not come before it: a small side has to eject more members than a large one, and so makes more changes.
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
                .min(Comparator.comparing((CopySummary summary) -> -age(summary.founding(), summaries))
                        .thenComparing(summary -> -countIncluded(summary, summaries))
                        .thenComparing(summary -> -summary.version().changes())
                        .thenComparing(summary -> summary.version().primary())
                        .thenComparing(summary -> summary.version().term()))
                .orElseThrow();
        return summaries.entrySet().stream()
                .filter(entry -> entry.getValue().version().equals(best.version()))
                .map(Map.Entry::getKey)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns the age of a founding: that of the node that knows the boards for longest, since the others learned of them later. */
    private static long age(String founding, Map<String, CopySummary> summaries) {
        return summaries.values().stream()
                .filter(summary -> summary.founding().equals(founding))
                .mapToLong(CopySummary::age)
                .max()
                .orElseThrow();
    }

    /** Returns the sides whose histories end when this copy is continued, each by its last term. */
    static List<String> ended(CopySummary continued, Collection<CopySummary> summaries) {
        return summaries.stream()
                .map(CopySummary::version)
                .filter(version -> !continued.includes(version))
                .map(StateVersion::term)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns how many nodes are on the side of this copy. A node without a copy is on no side. */
    private static long countIncluded(CopySummary newest, Map<String, CopySummary> summaries) {
        return summaries.values().stream()
                .filter(summary -> !summary.version().isNone() && newest.includes(summary.version()))
                .count();
    }
}
