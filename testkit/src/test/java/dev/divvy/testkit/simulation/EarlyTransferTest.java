package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** Data that is sent ahead of a piece reaches the member that gains the piece, however often it moves before. */
class EarlyTransferTest {

    private static final Scenario EARLY_TRANSFERS =
            Scenario.STANDARD.withLength(Duration.ofMinutes(3)).withEarlyTransfers();

    @Test
    void noDataIsLeftBehindInPlannedChangesHoweverCloseTheyCome() {
        Scenario planned = EARLY_TRANSFERS
                .withTiming(Timing.PEERS.withGrace(Duration.ofSeconds(5)))
                .withFaults(EnumSet.of(
                        InjectedFault.PLANNED_LEAVE,
                        InjectedFault.NEW_MEMBER,
                        InjectedFault.PIN,
                        InjectedFault.UNPIN,
                        InjectedFault.WEIGHT_CHANGE,
                        InjectedFault.BOARD_SLOW,
                        InjectedFault.REPLY_DELAYED,
                        InjectedFault.PUSH_LOST));
        assertThat(new Sweep(planned, 2).run(1, 10).breaches()).isEmpty();
    }

    @Test
    void noDataIsLeftBehindByLiveMembersWhateverFails() {
        assertThat(new Sweep(EARLY_TRANSFERS.withoutForgetting(), 2).run(1, 25).breaches())
                .isEmpty();
    }

    @Test
    void allOtherPromisesAreKeptWhenTheBoardForgets() {
        assertThat(new Sweep(EARLY_TRANSFERS, 2).run(1, 25).breaches()).isEmpty();
    }
}
