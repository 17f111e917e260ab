package dev.divvy.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Many runs, summed up.
 *
 * @param violations in how many runs each promise was broken
 * @param breaches some of them with their traces, at most {@value #MOST_BREACHES}
 */
public record Totals(
        long seeds,
        Duration simulated,
        long events,
        Map<Trouble, Long> troubles,
        Outcome.Deeds deeds,
        Map<Violation, Long> violations,
        List<Breach> breaches) {

    private static final int MOST_BREACHES = 20;

    public static final Totals NONE = new Totals(
            0,
            Duration.ZERO,
            0,
            new EnumMap<>(Trouble.class),
            Outcome.Deeds.NONE,
            new EnumMap<>(Violation.class),
            List.of());

    public Totals {
        EnumMap<Trouble, Long> counted = new EnumMap<>(Trouble.class);
        counted.putAll(troubles);
        troubles = Collections.unmodifiableMap(counted);
        EnumMap<Violation, Long> broken = new EnumMap<>(Violation.class);
        broken.putAll(violations);
        violations = Collections.unmodifiableMap(broken);
        breaches = List.copyOf(breaches);
    }

    public Totals plus(Outcome outcome) {
        EnumMap<Trouble, Long> counted = new EnumMap<>(Trouble.class);
        counted.putAll(troubles);
        outcome.troubles().forEach((trouble, count) -> counted.merge(trouble, count, Long::sum));
        EnumMap<Violation, Long> broken = new EnumMap<>(Violation.class);
        broken.putAll(violations);
        outcome.violations().forEach(violation -> broken.merge(violation, 1L, Long::sum));
        List<Breach> shown = new ArrayList<>(breaches);
        outcome.breaches().stream().limit(MOST_BREACHES - shown.size()).forEach(shown::add);
        return new Totals(
                seeds + 1,
                simulated.plus(outcome.simulated()),
                events + outcome.events(),
                counted,
                deeds.plus(outcome.deeds()),
                broken,
                shown);
    }

    /** How many faults struck; what operators asked for is not counted. */
    public long faults() {
        return Trouble.faults(troubles);
    }

    public boolean isClean() {
        return violations.isEmpty();
    }
}
