package dev.divvy.cache.heal;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Tracks the nodes that served together with this one while it was apart from others: each of them has changes of its own to report.
 *
 * <p>Only ticks count at which the lease of this node ran: a node that was paused has no companions, whatever its routing table of before the
 * pause lists, and whatever messages it reads after it. The nodes of the other side are in the table until their members are ejected, so
 * the table counts after some ticks.
 */
final class CompanionTracker {

    /** The ticks, two per time-to-live, after which the members of the other side are certainly ejected. */
    static final int TICKS = 6;

    private final Map<String, Long> lastNamed = new HashMap<>();
    private int ticksApart;

    /**
     * Takes note of the nodes in the routing table.
     *
     * @param apart whether this node is out of contact with nodes that may be running
     * @param leased whether its lease runs
     */
    synchronized void tick(long now, boolean apart, boolean leased, Collection<String> names) {
        if (!apart) {
            ticksApart = 0;
            lastNamed.clear();
        } else if (leased) {
            ticksApart++;
            if (ticksApart >= TICKS) {
                names.forEach(name -> lastNamed.put(name, now));
            }
        }
    }

    /**
     * Returns the companions of a split that has healed. After a short one the nodes of the other side may be among them.
     *
     * @param since the time of the last contact with the other side; empty when there never was one
     * @param leased whether the lease of this node ran when it learned of the heal
     * @param names the nodes in the routing table of this side
     */
    synchronized NavigableSet<String> companions(OptionalLong since, boolean leased, Collection<String> names) {
        NavigableSet<String> companions = new TreeSet<>();
        lastNamed.forEach((name, time) -> {
            if (since.isEmpty() || time - since.getAsLong() >= 0) {
                companions.add(name);
            }
        });
        if (leased && (ticksApart > 0 || since.isEmpty())) {
            companions.addAll(names);
        }
        return companions;
    }
}
