package dev.divvy.testkit.simulation;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What came of one run.
 *
 * @param events how many things happened, each followed by all checks
 * @param troubles how often each kind of trouble struck
 * @param deeds what the group did meanwhile
 * @param breaches the first of each kind; none when all promises were kept
 * @param fingerprint the same for the same run: of all events, with their times
 */
public record SimulationResult(
        long seed,
        Duration simulated,
        long events,
        Map<InjectedFault, Long> troubles,
        Deeds deeds,
        List<Breach> breaches,
        long fingerprint) {

    /**
     * What a group did in spite of all troubles.
     *
     * @param published allocations hung up on the board
     * @param gained pieces gained
     * @param accepted effects that took place
     * @param refused effects that were refused, as they came from one who was no holder any more
     * @param jobs exclusive jobs that ran
     * @param calms calm windows at whose end all was well
     * @param slowestCalm the longest time that a group took to be well again, from the end of a storm
     */
    public record Deeds(
            long published, long gained, long accepted, long refused, long jobs, long calms, Duration slowestCalm) {

        public static final Deeds NONE = new Deeds(0, 0, 0, 0, 0, 0, Duration.ZERO);

        public Deeds plus(Deeds more) {
            return new Deeds(
                    published + more.published,
                    gained + more.gained,
                    accepted + more.accepted,
                    refused + more.refused,
                    jobs + more.jobs,
                    calms + more.calms,
                    slowestCalm.compareTo(more.slowestCalm) < 0 ? more.slowestCalm : slowestCalm);
        }
    }

    public SimulationResult {
        EnumMap<InjectedFault, Long> counted = new EnumMap<>(InjectedFault.class);
        counted.putAll(troubles);
        troubles = Collections.unmodifiableMap(counted);
        breaches = List.copyOf(breaches);
    }

    /** How many faults struck; what operators asked for is not counted. */
    public long faults() {
        return InjectedFault.faults(troubles);
    }

    public boolean isClean() {
        return breaches.isEmpty();
    }

    /** The promises that were broken. */
    public Set<Violation> violations() {
        Set<Violation> all = new TreeSet<>();
        breaches.forEach(breach -> all.add(breach.violation()));
        return all;
    }

    /**
     * A promise that was broken in one run.
     *
     * @param text with the values that show it
     * @param trace the last events before it, oldest first
     */
    public record Breach(Violation violation, long seed, String text, List<String> trace) {

        public Breach {
            trace = List.copyOf(trace);
        }

        /** For people: the seed, what was broken, and what came before. */
        @Override
        public String toString() {
            return "seed " + seed + ": " + violation + ": " + text + "\n  " + String.join("\n  ", trace);
        }
    }
}
