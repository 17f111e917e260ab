package dev.divvy.cache.replication.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.replication.protocol.Mistake;
import java.util.Optional;
import java.util.function.UnaryOperator;
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

    /** The simulations with expiry, and with evictions: the mistakes about them show in the first one. */
    private static final int SEVERAL = Boolean.getBoolean("divvy.long") ? 1_000 : 6;

    @Test
    void randomFaultsKeepTheInvariants() {
        long faults = 0;
        long losses = 0;
        long answers = 0;
        for (long seed = FIRST_SEED; faults < FAULTS; seed++) {
            SimulatedCluster.Result result = runCorrectly(ClusterScenario.of(seed, Mistake.NONE), seed);
            faults += result.faults();
            losses += result.losses();
            answers += result.answers();
        }
        assertThat(losses).as("tokens lost to more faults than copies").isPositive();
        assertThat(answers).as("answers").isGreaterThan(FAULTS);
    }

    @Test
    void entriesExpireWhateverTheWallClocksOfNodesSay() {
        long expired = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEVERAL; seed++) {
            expired += runCorrectly(ClusterScenario.of(seed, Mistake.NONE).withExpiry(), seed)
                    .expired();
        }
        assertThat(expired).as("entries that expired").isGreaterThan(SEVERAL);
    }

    @Test
    void evictionsAreNoLosses() {
        long evicted = 0;
        long losses = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEVERAL; seed++) {
            SimulatedCluster.Result result =
                    runCorrectly(ClusterScenario.of(seed, Mistake.NONE).withEvictions(), seed);
            evicted += result.evicted();
            losses += result.losses();
        }
        assertThat(evicted).as("evictions").isGreaterThan(10L * SEVERAL);
        assertThat(losses).as("tokens lost to more faults than copies").isPositive();
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

    private static SimulatedCluster.Result runCorrectly(ClusterScenario scenario, long seed) {
        SimulatedCluster.Result result = new SimulatedCluster(scenario, seed, false).run();
        if (result.violation().isPresent()) {
            throw new AssertionError(result.violation().get() + " with -Ddivvy.seed=" + seed + "\n"
                    + String.join(
                            "\n",
                            new SimulatedCluster(scenario, seed, true).run().trace()));
        }
        return result;
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
        assertThat(firstViolation(mistake, UnaryOperator.identity())).isPresent();
    }

    @Test
    void expiryByTheWallClockShows() {
        assertThat(firstViolation(Mistake.TTL_BY_WALL_CLOCK, ClusterScenario::withExpiry))
                .hasValueSatisfying(violation -> assertThat(violation).startsWith("EXPIRED_"));
    }

    /** The judge of {@link #evictionsAreNoLosses} is told of evictions; one that is not takes them for losses. */
    @Test
    void evictionsThatTheJudgeIsNotToldOfShow() {
        assertThat(firstViolation(Mistake.EVICTION_AS_LOSS, ClusterScenario::withEvictions))
                .isPresent();
    }

    @ParameterizedTest
    @EnumSource(
            value = Mistake.class,
            names = {"HEIR_DROPS_EARLY", "RELEASE_DROPS_AT_ONCE"})
    void lossesShowAmongEvictions(Mistake mistake) {
        assertThat(firstViolation(mistake, ClusterScenario::withEvictions))
                .hasValueSatisfying(violation -> assertThat(violation).startsWith("LOST_BY_ITSELF"));
    }

    private static Optional<String> firstViolation(Mistake mistake, UnaryOperator<ClusterScenario> with) {
        Optional<String> violation = Optional.empty();
        for (long seed = 1; seed <= ENOUGH && violation.isEmpty(); seed++) {
            ClusterScenario scenario = with.apply(ClusterScenario.of(seed, mistake));
            violation = new SimulatedCluster(scenario, seed, false).run().violation();
        }
        return violation;
    }
}
