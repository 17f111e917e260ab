package dev.divvy.testkit.simulation.random;

import dev.divvy.coordination.Timing;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The alternation of fault windows and calm windows, and the current probability of each fault of a message. Every fault window has its own
 * mix, so that some have only one kind of fault.
 */
public final class FaultSchedule {

    private static final long MILLI = 1_000_000L;

    /** A scenario with at most this many kinds of faults gets all of them in every fault window, at high rates. */
    private static final int FEW = 10;

    /** A fault window followed by a calm window; from {@code recovered} on the group must have recovered. */
    public record Phase(long begins, long calm, long recovered, long ends) {}

    private final SeededRandom random;
    private final EventQueue queue;
    private final SimulationStats stats;
    private final Scenario scenario;
    private final Timing timing;
    private final List<Phase> phases = new ArrayList<>();
    private final Map<InjectedFault, Double> rates = new EnumMap<>(InjectedFault.class);
    private boolean faulty;

    public FaultSchedule(
            Scenario scenario, Timing timing, SeededRandom random, EventQueue queue, SimulationStats stats) {
        this.random = random;
        this.queue = queue;
        this.stats = stats;
        this.scenario = scenario;
        this.timing = timing;
        planPhases(scenario.length().toNanos());
    }

    private void planPhases(long length) {
        long calm = bound(timing) + 3 * timing.pulse().toNanos();
        long least = Duration.ofSeconds(20).toNanos();
        for (long at = 0; phases.isEmpty() || at < length; ) {
            long left = length - at - calm;
            long faultTime = random.between(3 * least, 6 * least);
            if (left - faultTime < calm + least) {
                faultTime = Math.max(least, left);
            }
            long faultsEnd = at + faultTime;
            phases.add(new Phase(at, faultsEnd, faultsEnd + bound(timing), faultsEnd + calm));
            at = faultsEnd + calm;
        }
    }

    /**
     * Returns the time within which a group must recover after a fault window. A process retries after its longest delay and a failed
     * request; the cards of dead processes are observed for a time-to-live, and once more before they block a new process of their id; a
     * board that forgot is observed for another; then follow the settle time at its longest, the grace time, and some pulses. All of it on
     * the slowest clock.
     */
    public static long bound(Timing timing) {
        long retry = 7 * timing.pulse().toNanos() + timing.timeout().toNanos();
        long watch = 3 * timing.timeToLive().toNanos();
        long change = 2
                * (6 * timing.settle().toNanos()
                        + timing.grace().toNanos()
                        + 3 * timing.pulse().toNanos());
        return (long) ((retry + watch + change) / (1 - timing.clockError()));
    }

    public List<Phase> phases() {
        return phases;
    }

    public boolean isFaulty() {
        return faulty;
    }

    /** Returns the rate of this kind, relative to others of this fault window. */
    public double rate(InjectedFault fault) {
        return rates.getOrDefault(fault, 0.0);
    }

    public void beginFaults() {
        faulty = true;
        boolean fewKinds = scenario.faults().size() <= FEW;
        double intensity = random.spread(fewKinds ? 200 : 20, fewKinds ? 900 : 500) / 1000.0;
        double share = fewKinds ? 1.0 : random.pick(List.of(0.3, 0.6, 1.0));
        for (InjectedFault fault : InjectedFault.values()) {
            if (scenario.faults().contains(fault) && random.chance(share)) {
                rates.put(fault, intensity * random.fraction());
            }
        }
    }

    public void endFaults() {
        faulty = false;
        rates.clear();
    }

    /** Whether this fault hits a message; if so it is counted. */
    public boolean hits(InjectedFault fault) {
        Double rate = rates.get(fault);
        if (rate == null || !random.chance(rate)) {
            return false;
        }
        stats.count(fault);
        return true;
    }

    /** Returns the delay of a message without faults. */
    public long latency() {
        return faulty ? random.spread(MILLI / 10, 40 * MILLI) : random.between(MILLI / 10, 5 * MILLI);
    }

    /** Returns the delay of a message whose sender may have given up on it by then. */
    public long lateDelay() {
        return random.spread(
                timing.timeout().toNanos() / 4, Duration.ofMinutes(3).toNanos());
    }

    /** Returns the delay between two steps of one pulse. */
    public long stepDelay() {
        return hits(InjectedFault.BOARD_SLOW)
                ? random.spread(20 * MILLI, timing.timeout().toNanos())
                : random.between(0, MILLI);
    }

    /**
     * Returns the actual arrival time of a message that is due at this time: a message delayed in a fault window does not arrive in a calm
     * window, but in the next fault window. After the last one it never arrives.
     */
    public long arrivalTime(long time) {
        if (!faulty) {
            return time;
        }
        for (Phase phase : phases) {
            if (time < phase.calm()) {
                return time;
            }
            if (time < phase.ends() && queue.now() < phase.calm()) {
                time = phase.ends() + random.between(0, 5_000) * MILLI;
            }
        }
        return Long.MAX_VALUE;
    }
}
