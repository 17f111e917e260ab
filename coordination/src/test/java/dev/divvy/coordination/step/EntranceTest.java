package dev.divvy.coordination.step;

import static dev.divvy.coordination.step.Scene.TIME_TO_LIVE;
import static dev.divvy.coordination.step.Scene.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import org.junit.jupiter.api.Test;

class EntranceTest {

    private final Card stranger = new Card(Member.of("a").withIncarnation(5), 3, 0, CardState.RUNNING, "");

    @Test
    void aStrangerIsTakenOffOnlyAfterItsBeatStoodStillForAWholeTimeToLive() {
        Entrance entrance = Entrance.FRESH.occupied(stranger, 10).occupied(stranger, 500);
        assertThat(entrance.removable(10 + TIME_TO_LIVE - 1, TIMING)).isEmpty();
        assertThat(entrance.removable(10 + TIME_TO_LIVE, TIMING))
                .contains(new Entrance.Occupant(stranger.life(), 3, 10, TIME_TO_LIVE));
    }

    @Test
    void aStrangerWhoseBeatMovesIsWatchedAnew() {
        Entrance entrance = Entrance.FRESH.occupied(stranger, 10).occupied(stranger.withBeat(4), 500);
        assertThat(entrance.removable(10 + TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(entrance.removable(500 + TIME_TO_LIVE, TIMING))
                .contains(new Entrance.Occupant(stranger.life(), 4, 500, TIME_TO_LIVE));
    }

    @Test
    void anAttemptOfThisProcessIsTakenOffAtOnce() {
        Entrance entrance = Entrance.FRESH.attempting(stranger.life()).occupied(stranger, 10);
        assertThat(entrance.removable(10, TIMING))
                .contains(new Entrance.Occupant(stranger.life(), 3, 10, TIME_TO_LIVE));
    }

    @Test
    void onceOnTheBoardItsEarlierAttemptsAreNobodys() {
        Entrance entrance = Entrance.FRESH.attempting(stranger.life()).entered().occupied(stranger, 10);
        assertThat(entrance.removable(10, TIMING)).isEmpty();
    }

    @Test
    void howeverLongTheBoardIsAwayOnlyTheLastAttemptsAreRemembered() {
        Entrance entrance = Entrance.FRESH;
        for (int number = 1; number <= 1000; number++) {
            entrance = entrance.attempting(new Incarnation("a", number));
        }
        assertThat(entrance.attempts()).hasSize(16).contains(new Incarnation("a", 1000));
        assertThat(entrance.highest()).isEqualTo(1000);
    }

    @Test
    void theHighestNumberIsRememberedFromAllThatIsHeard() {
        Entrance entrance = Entrance.FRESH.attempting(new Incarnation("a", 2));
        assertThat(entrance.highest()).isEqualTo(2);
        assertThat(entrance.occupied(stranger, 0).highest()).isEqualTo(5);
        assertThat(entrance.outlived(9).highest()).isEqualTo(9);
        assertThat(entrance.outlived(9).outlived(4).cleared().entered().highest())
                .isEqualTo(9);
    }

    @Test
    void whenTheWayIsFreeNobodyIsInIt() {
        Entrance occupied = Entrance.FRESH.occupied(stranger, 0);
        assertThat(occupied.cleared().removable(2 * TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(occupied.outlived(6).removable(2 * TIME_TO_LIVE, TIMING)).isEmpty();
    }
}
