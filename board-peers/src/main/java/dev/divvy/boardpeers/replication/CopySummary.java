package dev.divvy.boardpeers.replication;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A node's description of its copy of the boards: enough to select the copy that is continued.
 *
 * @param founding the term in which the first board was created
 * @param age the time since then in nanoseconds, by the elapsed time of the nodes that have had the boards
 */
public record CopySummary(
        StateVersion version, List<StateVersion> history, List<String> viewNodes, String founding, long age) {

    /** The summary of a node that has no boards. */
    static final CopySummary NONE = new CopySummary(StateVersion.NONE, List.of(), List.of(), "", 0);

    public CopySummary {
        history = List.copyOf(history);
        viewNodes = List.copyOf(viewNodes);
    }

    /** Whether this copy has everything up to the other version: that is of this term and not later, or of a term that this one continues. */
    boolean includes(StateVersion other) {
        if (other.isNone()) {
            return true;
        }
        if (other.term().equals(version.term())) {
            return other.changes() <= version.changes();
        }
        return history.stream().anyMatch(end -> end.term().equals(other.term()) && other.changes() <= end.changes());
    }

    /** Whether everything that was answered in the term of this copy is in it, given the nodes that replied: only its primary may be missing. */
    boolean isComplete(Set<String> replied) {
        Set<String> missing = new HashSet<>(viewNodes);
        missing.removeAll(replied);
        missing.remove(version.primary());
        return missing.isEmpty() || replied.contains(version.primary());
    }
}
