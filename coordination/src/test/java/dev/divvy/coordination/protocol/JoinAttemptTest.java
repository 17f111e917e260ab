package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import org.junit.jupiter.api.Test;

class JoinAttemptTest {

    private final Card occupant = new Card(Member.of("a").withIncarnation(5), 3, 0, CardState.RUNNING, "");

    @Test
    void anotherProcessIsEjectedOnlyAfterItsBeatWasUnchangedForATimeToLive() {
        JoinAttempt joinAttempt = JoinAttempt.NONE.occupied(occupant, 10).occupied(occupant, 500);
        assertThat(joinAttempt.removable(10 + TIME_TO_LIVE - 1, TIMING)).isEmpty();
        assertThat(joinAttempt.removable(10 + TIME_TO_LIVE, TIMING))
                .contains(new JoinAttempt.Occupant(occupant.incarnation(), 3, 10, TIME_TO_LIVE));
    }

    @Test
    void anotherProcessWhoseBeatAdvancesIsObservedAnew() {
        JoinAttempt joinAttempt = JoinAttempt.NONE.occupied(occupant, 10).occupied(occupant.withBeat(4), 500);
        assertThat(joinAttempt.removable(10 + TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(joinAttempt.removable(500 + TIME_TO_LIVE, TIMING))
                .contains(new JoinAttempt.Occupant(occupant.incarnation(), 4, 500, TIME_TO_LIVE));
    }

    @Test
    void anAttemptOfThisProcessIsRemovedAtOnce() {
        JoinAttempt joinAttempt =
                JoinAttempt.NONE.withAttempt(occupant.incarnation()).occupied(occupant, 10);
        assertThat(joinAttempt.removable(10, TIMING))
                .contains(new JoinAttempt.Occupant(occupant.incarnation(), 3, 10, TIME_TO_LIVE));
    }

    @Test
    void afterAdmissionItsEarlierAttemptsAreForgotten() {
        JoinAttempt joinAttempt =
                JoinAttempt.NONE.withAttempt(occupant.incarnation()).admitted().occupied(occupant, 10);
        assertThat(joinAttempt.removable(10, TIMING)).isEmpty();
    }

    @Test
    void howeverLongTheBoardIsAwayOnlyTheLastAttemptsAreRemembered() {
        JoinAttempt joinAttempt = JoinAttempt.NONE;
        for (int number = 1; number <= 1000; number++) {
            joinAttempt = joinAttempt.withAttempt(new Incarnation("a", number));
        }
        assertThat(joinAttempt.attempts()).hasSize(16).contains(new Incarnation("a", 1000));
        assertThat(joinAttempt.highest()).isEqualTo(1000);
    }

    @Test
    void theHighestNumberIsRememberedFromAllThatIsHeard() {
        JoinAttempt joinAttempt = JoinAttempt.NONE.withAttempt(new Incarnation("a", 2));
        assertThat(joinAttempt.highest()).isEqualTo(2);
        assertThat(joinAttempt.occupied(occupant, 0).highest()).isEqualTo(5);
        assertThat(joinAttempt.outlived(9).highest()).isEqualTo(9);
        assertThat(joinAttempt
                        .outlived(9)
                        .outlived(4)
                        .withoutOccupant()
                        .admitted()
                        .highest())
                .isEqualTo(9);
    }

    @Test
    void aFreeIdHasNoOccupant() {
        JoinAttempt occupied = JoinAttempt.NONE.occupied(occupant, 0);
        assertThat(occupied.withoutOccupant().removable(2 * TIME_TO_LIVE, TIMING))
                .isEmpty();
        assertThat(occupied.outlived(6).removable(2 * TIME_TO_LIVE, TIMING)).isEmpty();
    }
}
