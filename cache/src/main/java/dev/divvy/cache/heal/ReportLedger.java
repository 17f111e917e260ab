package dev.divvy.cache.heal;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The reports that a node of the winning side has received, and those that are missing. Every ended side must have reported, and every node
 * that the reports of this side name, except nodes of the winning side.
 */
final class ReportLedger {

    /** The most sides that are remembered: a report may arrive before this node knows of the heal. */
    private static final int MAX_SIDES = 1_000;

    private static final class Side {
        private final NavigableSet<String> reporters = new TreeSet<>();
        private final NavigableSet<String> named = new TreeSet<>();
    }

    private final Map<String, Side> sides = new LinkedHashMap<>();

    synchronized void add(Report report) {
        for (String name : report.sides()) {
            Side side = sides.computeIfAbsent(name, unknown -> new Side());
            side.reporters.add(report.reporter());
            side.named.addAll(report.companions());
        }
        while (sides.size() > MAX_SIDES) {
            sides.remove(sides.keySet().iterator().next());
        }
        notifyAll();
    }

    /** Returns the nodes that have not reported, and the sides of which none has. */
    synchronized List<String> missing(Collection<String> ended, Set<String> winners) {
        NavigableSet<String> missing = new TreeSet<>();
        for (String name : ended) {
            Side side = sides.get(name);
            if (side == null) {
                missing.add("side " + name);
            } else {
                side.named.stream()
                        .filter(node -> !side.reporters.contains(node) && !winners.contains(node))
                        .forEach(missing::add);
            }
        }
        return List.copyOf(missing);
    }

    /** Waits until nothing is missing, at most this long; returns what is missing then. */
    synchronized List<String> await(Collection<String> ended, Set<String> winners, long nanos)
            throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        List<String> missing = missing(ended, winners);
        for (long left = nanos; !missing.isEmpty() && left > 0; left = deadline - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
            missing = missing(ended, winners);
        }
        return missing;
    }
}
