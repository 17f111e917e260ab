package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

class GateKeeperTest {

    private static ModelCheckingOptions allOrders() {
        return new ModelCheckingOptions()
                .sequentialSpecification(GateKeeperSequential.class)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .iterations(5)
                .invocationsPerIteration(150);
    }

    @Test
    void gainsLossesAndWorkAreLinearizable() {
        allOrders().check(GateKeeperOperations.class);
    }

    @Test
    void aKeeperThatCompletesAReleaseWhileWorkIsInsideIsCaught() {
        // Minimizing the scenario of a known mistake is not worth the time.
        assertThatThrownBy(() -> allOrders().minimizeFailedScenario(false).check(GateKeeperOperations.Hasty.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("completed too early");
    }
}
