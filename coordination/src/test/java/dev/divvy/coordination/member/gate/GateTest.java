package dev.divvy.coordination.member.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

class GateTest {

    private static ModelCheckingOptions allOrders() {
        return new ModelCheckingOptions()
                .sequentialSpecification(GateOperations.Sequential.class)
                .threads(3)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .iterations(8)
                .invocationsPerIteration(200);
    }

    @Test
    void aGateIsLinearizable() {
        allOrders().check(GateOperations.WithGate.class);
    }

    @Test
    void aGateIsLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(GateOperations.Sequential.class)
                .threads(3)
                .actorsPerThread(3)
                .iterations(3)
                .invocationsPerIteration(500)
                .check(GateOperations.WithGate.class);
    }

    @Test
    void aGateThatLooksFirstAndCountsAfterwardsIsCaught() {
        // Minimizing the scenario of a known mistake is not worth the time.
        assertThatThrownBy(
                        () -> allOrders().minimizeFailedScenario(false).check(GateOperations.WithCheckThenCount.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("enter");
    }
}
