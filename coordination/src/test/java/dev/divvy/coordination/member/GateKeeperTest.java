package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

class GateKeeperTest {

    private static ModelCheckingOptions allOrders() {
        return new ModelCheckingOptions()
                .sequentialSpecification(GateKeeperInOrder.class)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .iterations(5)
                .invocationsPerIteration(150);
    }

    @Test
    void whileOneGainsAndLosesManyWorkAsIfOneAfterTheOther() {
        allOrders().check(GateKeeperPlay.class);
    }

    @Test
    void aKeeperThatTellsTheEndWithoutAskingWhoIsInsideIsCaught() {
        // A shorter story of a known mistake is not worth the search for it.
        assertThatThrownBy(() -> allOrders().minimizeFailedScenario(false).check(GateKeeperPlay.Hasty.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("told over too early");
    }
}
