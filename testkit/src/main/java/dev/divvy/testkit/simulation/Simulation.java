package dev.divvy.testkit.simulation;

import dev.divvy.testkit.simulation.world.World;

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

    public Outcome run(long seed) {
        return new World(scenario, seed).run();
    }
}
