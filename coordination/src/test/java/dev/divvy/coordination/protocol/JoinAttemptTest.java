package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.Scene.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.Scene.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import org.junit.jupiter.api.Test;

class JoinAttemptTest {

    private final Card stranger = new Card(Member.of("a").withIncarnation(5), 3, 0, CardState.RUNNING, "");

    @Test
    void aStrangerIsTakenOffOnlyAfterItsBeatStoodStillForAWholeTimeToLive() {
        JoinAttempt entrance = JoinAttempt.FRESH.occupied(stranger, 10).occupied(stranger, 500);
        assertThat(entrance.removable(10 + TIME_TO_LIVE - 1, TIMING)).isEmpty();
        assertThat(entrance.removable(10 + TIME_TO_LIVE, TIMING))
                .contains(new JoinAttempt.Occupant(stranger.life(), 3, 10, TIME_TO_LIVE));
    }

    @Test
    void aStrangerWhoseBeatMovesIsWatchedAnew() {
        JoinAttempt entrance = JoinAttempt.FRESH.occupied(stranger, 10).occupied(stranger.withBeat(4), 500);
        assertThat(entrance.removable(10 + TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(entrance.removable(500 + TIME_TO_LIVE, TIMING))
                .contains(new JoinAttempt.Occupant(stranger.life(), 4, 500, TIME_TO_LIVE));
    }

    @Test
    void anAttemptOfThisProcessIsTakenOffAtOnce() {
        JoinAttempt entrance = JoinAttempt.FRESH.attempting(stranger.life()).occupied(stranger, 10);
        assertThat(entrance.removable(10, TIMING))
                .contains(new JoinAttempt.Occupant(stranger.life(), 3, 10, TIME_TO_LIVE));
    }

    @Test
    void onceOnTheBoardItsEarlierAttemptsAreNobodys() {
        JoinAttempt entrance =
                JoinAttempt.FRESH.attempting(stranger.life()).entered().occupied(stranger, 10);
        assertThat(entrance.removable(10, TIMING)).isEmpty();
    }

    @Test
    void howeverLongTheBoardIsAwayOnlyTheLastAttemptsAreRemembered() {
        JoinAttempt entrance = JoinAttempt.FRESH;
        for (int number = 1; number <= 1000; number++) {
            entrance = entrance.attempting(new Incarnation("a", number));
        }
        assertThat(entrance.attempts()).hasSize(16).contains(new Incarnation("a", 1000));
        assertThat(entrance.highest()).isEqualTo(1000);
    }

    @Test
    void theHighestNumberIsRememberedFromAllThatIsHeard() {
        JoinAttempt entrance = JoinAttempt.FRESH.attempting(new Incarnation("a", 2));
        assertThat(entrance.highest()).isEqualTo(2);
        assertThat(entrance.occupied(stranger, 0).highest()).isEqualTo(5);
        assertThat(entrance.outlived(9).highest()).isEqualTo(9);
        assertThat(entrance.outlived(9).outlived(4).cleared().entered().highest())
                .isEqualTo(9);
    }

    @Test
    void whenTheWayIsFreeNobodyIsInIt() {
        JoinAttempt occupied = JoinAttempt.FRESH.occupied(stranger, 0);
        assertThat(occupied.cleared().removable(2 * TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(occupied.outlived(6).removable(2 * TIME_TO_LIVE, TIMING)).isEmpty();
    }
}
