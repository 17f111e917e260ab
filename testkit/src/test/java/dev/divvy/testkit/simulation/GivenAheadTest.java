package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** What members are given ahead of a piece gets to whoever gains the piece, however often it moves before. */
class GivenAheadTest {

    private static final Scenario GIVEN_AHEAD =
            Scenario.STANDARD.withLength(Duration.ofMinutes(3)).givenAhead();

    @Test
    void nothingIsLeftBehindInPlannedChangesHoweverCloseTheyCome() {
        Scenario planned = GIVEN_AHEAD
                .withTiming(Timing.PEERS.withGrace(Duration.ofSeconds(5)))
                .withTroubles(EnumSet.of(
                        InjectedFault.PLANNED_LEAVE,
                        InjectedFault.NEW_MEMBER,
                        InjectedFault.PIN,
                        InjectedFault.UNPIN,
                        InjectedFault.WEIGHT,
                        InjectedFault.BOARD_SLOW,
                        InjectedFault.ANSWER_LATE,
                        InjectedFault.PUSH_LOST));
        assertThat(new Sweep(planned, 2).run(1, 10).breaches()).isEmpty();
    }

    @Test
    void nothingIsLeftBehindByThoseThatAreThereWhateverBreaks() {
        assertThat(new Sweep(GIVEN_AHEAD.withoutForgetting(), 2).run(1, 25).breaches())
                .isEmpty();
    }

    @Test
    void allOtherPromisesAreKeptAsEverWhereTheBoardForgets() {
        assertThat(new Sweep(GIVEN_AHEAD, 2).run(1, 25).breaches()).isEmpty();
    }
}
