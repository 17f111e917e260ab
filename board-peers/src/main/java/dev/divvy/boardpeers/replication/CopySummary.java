package dev.divvy.boardpeers.replication;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a node says of its copy of the book: enough to know which one goes on. */
public record CopySummary(StateVersion stamp, List<StateVersion> past, List<String> marked) {

    public CopySummary {
        past = List.copyOf(past);
        marked = List.copyOf(marked);
    }

    /** Whether all that another has is in this one: the same time and not before it, or a time that this one goes on from. */
    boolean continues(StateVersion other) {
        if (other.isNone()) {
            return true;
        }
        if (other.line().equals(stamp.line())) {
            return other.changes() <= stamp.changes();
        }
        return past.stream().anyMatch(end -> end.line().equals(other.line()) && other.changes() <= end.changes());
    }

    /** Whether what was answered in the time of this copy is in it, as these nodes could be asked: only its keeper may be missing. */
    boolean isWhole(Set<String> asked) {
        Set<String> missing = new HashSet<>(marked);
        missing.removeAll(asked);
        missing.remove(stamp.keeper());
        return missing.isEmpty() || asked.contains(stamp.keeper());
    }
}
