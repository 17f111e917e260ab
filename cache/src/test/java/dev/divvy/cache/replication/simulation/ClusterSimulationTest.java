package dev.divvy.cache.replication.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.replication.protocol.Mistake;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole nodes, with real members, plans and stores, keep the invariants under many faults, and come to rest when the faults end. {@code
 * -Ddivvy.seed} repeats a simulation.
 */
class ClusterSimulationTest {

    private static final long FIRST_SEED = Long.getLong("divvy.seed", 1);
    private static final int FAULTS = Boolean.getBoolean("divvy.long") ? 2_000_000 : 20_000;

    /** The simulations within which a planted mistake must show. */
    private static final int ENOUGH = 24;

    /** A simulation with more than 600 faults. */
    private static final long REPEATED = 11;

    @Test
    void randomFaultsKeepTheInvariants() {
        long faults = 0;
        long losses = 0;
        long answers = 0;
        for (long seed = FIRST_SEED; faults < FAULTS; seed++) {
            SimulatedCluster.Result result = run(seed, Mistake.NONE, false);
            if (result.violation().isPresent()) {
                throw new AssertionError(result.violation().get() + " with -Ddivvy.seed=" + seed + "\n"
                        + String.join("\n", run(seed, Mistake.NONE, true).trace()));
            }
            faults += result.faults();
            losses += result.losses();
            answers += result.answers();
        }
        assertThat(losses).as("tokens lost to more faults than copies").isPositive();
        assertThat(answers).as("answers").isGreaterThan(FAULTS);
    }

    /** The trace of a failure is that of a second run. */
    @Test
    void aSeedRepeatsItsSimulation() {
        ClusterScenario scenario = ClusterScenario.of(REPEATED, Mistake.NONE);
        SimulatedCluster.Result first = new SimulatedCluster(scenario, REPEATED, false).run();
        SimulatedCluster.Result second = new SimulatedCluster(scenario, REPEATED, true).run();
        assertThat(second.trace()).isNotEmpty();
        assertThat(second.withoutTrace()).isEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mistake.class,
            names = {
                "ANSWER_BEFORE_KEPT",
                "SERVE_BEFORE_ALL_HEARD",
                "ONE_HEIR_IS_ENOUGH",
                "NO_FENCE_AT_COPY",
                "REQUIRED_AFTER_MADE",
                "ADOPT_WITHOUT_SEQ",
                "ADOPT_SAME_TENURE_ONLY",
                "RELINK_TRUSTS",
                "RELINK_WITHOUT_TAIL",
                "TOKEN_CHANGES_ITS_CONNECTION",
                "NEW_OWNER_NOT_HEARD",
                "HEIR_DROPS_EARLY",
                "RELEASE_DROPS_AT_ONCE",
                "FORGET_BEFORE_COPIES_ARE_WHOLE"
            })
    void mistakesShow(Mistake mistake) {
        Optional<String> violation = Optional.empty();
        for (long seed = 1; seed <= ENOUGH && violation.isEmpty(); seed++) {
            violation = run(seed, mistake, false).violation();
        }
        assertThat(violation).isPresent();
    }

    private static SimulatedCluster.Result run(long seed, Mistake mistake, boolean tracing) {
        return new SimulatedCluster(ClusterScenario.of(seed, mistake), seed, tracing).run();
    }
}
