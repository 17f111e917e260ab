package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReplayTest {

    private final Scenario scenario = Scenario.STANDARD.withLength(Duration.ofMinutes(2));

    @Test
    void theSameSeedIsTheSameRunAndAnotherSeedAnother() {
        Set<Long> fingerprints = new TreeSet<>();
        for (long seed = 1; seed <= 12; seed++) {
            SimulationResult first = new Simulation(scenario).run(seed);
            assertThat(new Simulation(scenario).run(seed)).as("seed %d", seed).isEqualTo(first);
            fingerprints.add(first.fingerprint());
        }
        assertThat(fingerprints).hasSize(12);
    }

    @Test
    void aBreachIsReplayedWithItsTrace() {
        Scenario buggy = PlantedBug.PUBLISH_WITHOUT_COMPARE.scenario();
        for (long seed = 2; seed <= 6; seed++) {
            SimulationResult first = new Simulation(buggy).run(seed);
            assertThat(first.breaches()).as("seed %d", seed).isNotEmpty();
            assertThat(first.breaches().get(0).trace()).as("seed %d", seed).hasSizeGreaterThan(20);
            assertThat(first.breaches().get(0).toString()).contains("seed " + seed + ": ");
            assertThat(new Simulation(buggy).run(seed).breaches())
                    .as("seed %d", seed)
                    .isEqualTo(first.breaches());
        }
    }
}
