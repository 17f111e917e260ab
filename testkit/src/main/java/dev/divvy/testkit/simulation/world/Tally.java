package dev.divvy.testkit.simulation.world;

import dev.divvy.testkit.simulation.Outcome;
import dev.divvy.testkit.simulation.Trouble;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Counts what happened in one simulation. */
final class Tally {

    private final Map<Trouble, Long> troubles = new EnumMap<>(Trouble.class);
    long published;
    long gained;
    long accepted;
    long refused;
    long jobs;
    long calms;
    long slowestCalm;

    void count(Trouble trouble) {
        troubles.merge(trouble, 1L, Long::sum);
    }

    Map<Trouble, Long> troubles() {
        return troubles;
    }

    Outcome.Deeds deeds() {
        return new Outcome.Deeds(published, gained, accepted, refused, jobs, calms, Duration.ofNanos(slowestCalm));
    }
}
