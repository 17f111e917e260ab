package dev.divvy.cli.up.outbox;

import dev.divvy.cli.up.demo.Findings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the delivery of numbered events. Each event must arrive, and the first deliveries of one entity's events must be in order;
 * further deliveries of an event are allowed. An event is lost when it is neither in the table nor was delivered: it leaves the table after
 * its delivery only. Thread-safe.
 */
final class EventAudit {

    /** The events that were sent and not delivered; guarded by this object, like all that follows. */
    private final TreeSet<Long> outstanding = new TreeSet<>();

    /** The highest number that was delivered of each entity. */
    private final Map<String, Long> newest = new HashMap<>();

    private long delivered;
    private long repeated;
    private long outOfOrder;
    private long lost;

    /** Records the events with these numbers, before they are sent. */
    synchronized void sending(long first, long last) {
        for (long number = first; number <= last; number++) {
            outstanding.add(number);
        }
    }

    synchronized void delivered(String entity, long number) {
        delivered++;
        if (!outstanding.remove(number)) {
            repeated++;
            return;
        }
        if (newest.getOrDefault(entity, 0L) > number) {
            outOfOrder++;
        }
        newest.merge(entity, number, Math::max);
    }

    /**
     * Finds lost events.
     *
     * @param stored the numbers that were in the table
     * @param upTo the highest number up to which all events had been sent, and the table was read completely
     */
    synchronized void compare(Set<Long> stored, long upTo) {
        Set<Long> missing = new TreeSet<>(outstanding.headSet(upTo, true));
        missing.removeAll(stored);
        outstanding.removeAll(missing);
        lost += missing.size();
    }

    /** Returns the number of events that were not delivered yet. */
    synchronized long backlog() {
        return outstanding.size();
    }

    synchronized Findings findings() {
        return new Findings(delivered, lost, outOfOrder, 0, repeated, 0);
    }
}
