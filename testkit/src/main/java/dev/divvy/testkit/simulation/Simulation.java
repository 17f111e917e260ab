package dev.divvy.testkit.simulation;

import dev.divvy.testkit.simulation.world.SimulationWorld;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Runs a group of members on virtual time: the real protocol in a simulated environment. One seed is one run: the same seed gives the same
 * events. No threads, no servers, no real clock.
 *
 * <pre>{@code
 * SimulationResult result = new Simulation(Scenario.STANDARD).run(42);
 * result.breaches().forEach(System.out::println);
 * }</pre>
 */
public final class Simulation {

    private final Scenario scenario;

    public Simulation(Scenario scenario) {
        this.scenario = scenario;
    }

    public SimulationResult run(long seed) {
        return run(seed, () -> false).orElseThrow();
    }

    /** Runs a seed; ends early, with an empty result, when asked to stop. The request is checked every few thousand events. */
    Optional<SimulationResult> run(long seed, BooleanSupplier stop) {
        return new SimulationWorld(scenario, seed).run(stop);
    }
}
