package dev.divvy.testkit.simulation;

import dev.divvy.testkit.simulation.world.SimulationWorld;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Runs a group of members on virtual time, with the real protocol and everything around it simulated. One seed is one run: the same
 * seed gives the same events. No threads, no servers, no real clock.
 *
 * <pre>{@code
 * Outcome outcome = new Simulation(Scenario.STANDARD).run(42);
 * outcome.breaches().forEach(System.out::println);
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

    /** A run that ends early, with nothing, when it is asked to stop; it looks every few thousand events. */
    Optional<SimulationResult> run(long seed, BooleanSupplier stop) {
        return new SimulationWorld(scenario, seed).run(stop);
    }
}
