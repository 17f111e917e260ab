package dev.divvy.cli.up.sites;

import dev.divvy.cli.up.demo.Findings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The resource that the services work on, and the check of their work. It accepts work under a fence that is not older than the newest one
 * of the unit, and refuses the rest: the late work of a service that was paused. Two services at work under the same fence are out of order:
 * the unit has two owners. A unit on which nobody has worked for 15 s is lost, if its owner is up. Thread-safe.
 */
final class UnitAudit {

    private static final Duration LONGEST_IDLE = Duration.ofSeconds(15);

    /** After a pause of this process, all waits begin again. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(5);

    /** The newest accepted work on a unit. */
    private record Work(String service, long fence, long at) {}

    /** A unit that its owner must work on, and since when that is so. */
    private record Duty(String service, long since) {}

    /** By unit; guarded by this object, like all that follows. */
    private final Map<String, Work> newest = new HashMap<>();

    private final Map<String, Duty> duties = new HashMap<>();

    /** By service. */
    private final Map<String, Long> refused = new TreeMap<>();

    private long accepted;
    private long outOfOrder;
    private long lost;
    private long lastCheck;

    /**
     * Receives work.
     *
     * @param fence the epoch of the fence
     * @param now the time in nanoseconds
     * @return whether it is accepted
     */
    synchronized boolean work(String service, String unit, long fence, long now) {
        Work last = newest.getOrDefault(unit, new Work(service, fence, now));
        if (fence < last.fence) {
            refused.merge(service, 1L, Long::sum);
            return false;
        }
        if (fence == last.fence && !service.equals(last.service)) {
            outOfOrder++;
        }
        accepted++;
        newest.put(unit, new Work(service, fence, now));
        return true;
    }

    /**
     * Finds units that nobody works on.
     *
     * @param owners the owner of each unit whose owner is up
     * @param now the time in nanoseconds
     */
    synchronized void expect(Map<String, String> owners, long now) {
        if (now - lastCheck > LONGEST_GAP.toNanos()) {
            duties.clear();
        }
        lastCheck = now;
        duties.keySet().retainAll(owners.keySet());
        owners.forEach((unit, service) -> {
            Duty duty = duties.get(unit);
            if (duty == null || !duty.service.equals(service)) {
                duties.put(unit, new Duty(service, now));
            } else if (now - lastWork(unit, duty) > LONGEST_IDLE.toNanos()) {
                lost++;
                duties.put(unit, new Duty(service, now));
            }
        });
    }

    private long lastWork(String unit, Duty duty) {
        Work work = newest.get(unit);
        return work != null && work.service.equals(duty.service) && work.at - duty.since > 0 ? work.at : duty.since;
    }

    /** Returns how often work was refused, by service. */
    synchronized Map<String, Long> refused() {
        return Map.copyOf(refused);
    }

    synchronized Findings findings() {
        long late = refused.values().stream().mapToLong(Long::longValue).sum();
        return new Findings(accepted + late, lost, outOfOrder, late, 0, 0);
    }
}
