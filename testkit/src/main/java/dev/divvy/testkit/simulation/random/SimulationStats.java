package dev.divvy.testkit.simulation.random;

import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.SimulationResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Counts what happened in one simulation. */
public final class SimulationStats {

    private final Map<InjectedFault, Long> troubles = new EnumMap<>(InjectedFault.class);
    private long published;
    private long gained;
    private long accepted;
    private long refused;
    private long jobs;
    private long calms;
    private long slowestCalm;

    public void publish() {
        published++;
    }

    /** Counts a gain and returns how many there were. */
    public long gain() {
        return ++gained;
    }

    public void accept() {
        accepted++;
    }

    public void refuse() {
        refused++;
    }

    public void job() {
        jobs++;
    }

    public void calm() {
        calms++;
    }

    /** Notes how long a storm's traces took to go. */
    public void calmAfter(long nanos) {
        slowestCalm = Math.max(slowestCalm, nanos);
    }

    public void count(InjectedFault trouble) {
        troubles.merge(trouble, 1L, Long::sum);
    }

    public Map<InjectedFault, Long> troubles() {
        return troubles;
    }

    public SimulationResult.Deeds deeds() {
        return new SimulationResult.Deeds(
                published, gained, accepted, refused, jobs, calms, Duration.ofNanos(slowestCalm));
    }
}
