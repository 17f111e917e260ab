package dev.divvy.cli.simulate;

import dev.divvy.testkit.simulation.Scenario;
import dev.divvy.testkit.simulation.Sweep.Totals;
import java.time.Duration;

/**
 * A sweep that was run.
 *
 * @param seeds how many were asked for; fewer were run when it was stopped
 * @param took in real time
 */
public record Run(Scenario scenario, long firstSeed, long seeds, Totals totals, Duration took) {

    /** Whether all seeds that were asked for were run. */
    public boolean isComplete() {
        return totals.seeds() == seeds;
    }

    double eventsPerSecond() {
        return totals.events() / Math.max(took.toNanos() / 1e9, 1e-9);
    }

    long minutes() {
        return scenario.length().toMinutes();
    }

    /** The command that runs one of the seeds again. */
    String replay(long seed) {
        return "./divvy simulate --seed " + seed + " --members " + scenario.members() + " --minutes " + minutes()
                + scenario.mistake()
                        .map(mistake -> " --mistake " + Words.of(mistake))
                        .orElse("");
    }
}
