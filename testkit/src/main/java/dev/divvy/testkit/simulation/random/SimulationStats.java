package dev.divvy.testkit.simulation.random;

import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.SimulationResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Counts the events of one simulation. */
public final class SimulationStats {

    private final Map<InjectedFault, Long> injected = new EnumMap<>(InjectedFault.class);
    private long published;
    private long gained;
    private long accepted;
    private long refused;
    private long jobs;
    private long calmWindows;
    private long slowestRecovery;

    public void publish() {
        published++;
    }

    /** Counts a gain and returns the total. */
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

    public void calmWindow() {
        calmWindows++;
    }

    /** Records the time that a group took to recover from a fault window. */
    public void recoveredAfter(long nanos) {
        slowestRecovery = Math.max(slowestRecovery, nanos);
    }

    public void count(InjectedFault fault) {
        injected.merge(fault, 1L, Long::sum);
    }

    public Map<InjectedFault, Long> injected() {
        return injected;
    }

    public SimulationResult.Activity activity() {
        return new SimulationResult.Activity(
                published, gained, accepted, refused, jobs, calmWindows, Duration.ofNanos(slowestRecovery));
    }
}
