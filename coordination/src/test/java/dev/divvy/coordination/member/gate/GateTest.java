package dev.divvy.coordination.member.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

class GateTest {

    private static ModelCheckingOptions allOrders() {
        return new ModelCheckingOptions()
                .sequentialSpecification(GatePlay.Sequential.class)
                .threads(3)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .iterations(8)
                .invocationsPerIteration(200);
    }

    @Test
    void inWhateverOrderThreadsComeAGateIsOneThing() {
        allOrders().check(GatePlay.WithGate.class);
    }

    @Test
    void underStressAGateIsOneThing() {
        new StressOptions()
                .sequentialSpecification(GatePlay.Sequential.class)
                .threads(3)
                .actorsPerThread(3)
                .iterations(3)
                .invocationsPerIteration(500)
                .check(GatePlay.WithGate.class);
    }

    @Test
    void aGateThatLooksFirstAndCountsAfterwardsIsCaught() {
        // A shorter story of a known mistake is not worth the search for it.
        assertThatThrownBy(() -> allOrders().minimizeFailedScenario(false).check(GatePlay.WithCheckThenCount.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("enter");
    }
}
