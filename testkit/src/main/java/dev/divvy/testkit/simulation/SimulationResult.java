package dev.divvy.testkit.simulation;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result of one run.
 *
 * @param events the number of events, each followed by all checks
 * @param injected the number of injected faults and operator actions, by kind
 * @param activity the group's activity during the run
 * @param breaches the first violation of each kind; empty when all promises were kept
 * @param fingerprint a hash of all events with their times: equal for equal runs
 */
public record SimulationResult(
        long seed,
        Duration simulated,
        long events,
        Map<InjectedFault, Long> injected,
        Activity activity,
        List<Breach> breaches,
        long fingerprint) {

    /**
     * The activity of a group under all the faults.
     *
     * @param published allocations published on the board
     * @param gained pieces gained
     * @param accepted effects that took place
     * @param refused effects refused because their member no longer held the piece
     * @param jobs exclusive jobs that ran
     * @param calmWindows calm windows at whose end the group had recovered
     * @param slowestRecovery the longest time from the end of a fault window to full recovery
     */
    public record Activity(
            long published,
            long gained,
            long accepted,
            long refused,
            long jobs,
            long calmWindows,
            Duration slowestRecovery) {

        public static final Activity NONE = new Activity(0, 0, 0, 0, 0, 0, Duration.ZERO);

        public Activity plus(Activity more) {
            return new Activity(
                    published + more.published,
                    gained + more.gained,
                    accepted + more.accepted,
                    refused + more.refused,
                    jobs + more.jobs,
                    calmWindows + more.calmWindows,
                    slowestRecovery.compareTo(more.slowestRecovery) < 0 ? more.slowestRecovery : slowestRecovery);
        }
    }

    public SimulationResult {
        EnumMap<InjectedFault, Long> counts = new EnumMap<>(InjectedFault.class);
        counts.putAll(injected);
        injected = Collections.unmodifiableMap(counts);
        breaches = List.copyOf(breaches);
    }

    /** The number of injected faults; operator actions are not counted. */
    public long faults() {
        return InjectedFault.faults(injected);
    }

    public boolean isClean() {
        return breaches.isEmpty();
    }

    /** Returns the kinds of violations that occurred. */
    public Set<Violation> violations() {
        Set<Violation> all = new TreeSet<>();
        breaches.forEach(breach -> all.add(breach.violation()));
        return all;
    }

    /**
     * A promise broken in one run.
     *
     * @param text the details, with the values that show it
     * @param trace the last events before it, oldest first
     */
    public record Breach(Violation violation, long seed, String text, List<String> trace) {

        public Breach {
            trace = List.copyOf(trace);
        }

        /** Returns the display form: the seed, the violation, and the events before it. */
        @Override
        public String toString() {
            return "seed " + seed + ": " + violation + ": " + text + "\n  " + String.join("\n  ", trace);
        }
    }
}
