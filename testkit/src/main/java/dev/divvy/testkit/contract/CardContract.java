package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cards come once, are renewed by their own incarnation, go once, and never come back. */
interface CardContract extends BoardFixture {

    @Test
    default void anEmptyBoardHasNoAllocationAndSaysWhetherItMayHaveForgotten() {
        ScriptedMember a = admitted(board(), "a");
        BoardSnapshot seen = a.look();
        assertThat(seen.version()).isEmpty();
        assertThat(seen.allocation()).isEmpty();
        assertThat(seen.cards()).containsExactly(a.card());
        assertThat(seen.mayHaveForgotten()).isEqualTo(mayHaveForgotten());
    }

    @Test
    default void aCardIsSeenByEveryoneAsItWasPosted() {
        Card posted = new Card(
                new Member("a", 7, Optional.of("north"), 3),
                2,
                0,
                CardState.SUSPENDED,
                "http://a.example:7400/x?y=z",
                Duration.ofMillis(7001));
        admitted(board(), posted);
        assertThat(admitted(another(), "b").sees("a")).contains(posted);
    }

    @Test
    default void whileACardIsThereNoOtherOfItsMemberIsAdmitted() {
        ScriptedMember a = admitted(board(), card("a", 5));
        a.look();
        a.look();
        for (long number : new long[] {4, 5, 6}) {
            assertThat(another().join(card("a", number)))
                    .as("join of a/%d", number)
                    .isEqualTo(new Admission.Occupied(a.card()));
        }
        assertThat(admitted(another(), "b").sees("a")).contains(a.card());
    }

    @Test
    default void anIncarnationThatWasTakenOffIsNeverAdmittedAgain() {
        Board board = board();
        admitted(board, card("a", 5));
        assertThat(board.remove(new Incarnation("a", 5), 0)).isTrue();
        for (long number : new long[] {5, 4, 5}) {
            assertThat(another().join(card("a", number)))
                    .as("join of a/%d", number)
                    .isEqualTo(new Admission.Outlived(5));
        }
        admitted(another(), card("a", 6));
    }

    @Test
    default void theHighestIncarnationOfAMemberIsRememberedThroughSeveralLives() {
        Board board = board();
        for (long number = 1; number <= 3; number++) {
            admitted(another(), card("a", number * 10));
            assertThat(board.remove(new Incarnation("a", number * 10), 0)).isTrue();
        }
        assertThat(board.join(card("a", 10))).isEqualTo(new Admission.Outlived(30));
        assertThat(board.join(card("a", 29))).isEqualTo(new Admission.Outlived(30));
        admitted(board, card("b", 1));
    }

    @Test
    default void aLatePulseNeverRevivesACardThatWasTakenOff() {
        Board board = board();
        ScriptedMember observer = admitted(another(), "observer");
        ScriptedMember a = admitted(board, "a");
        assertThat(board.remove(a.life(), 0)).isTrue();
        assertThat(board.pulse(a.card().withBeat(1), Optional.empty())).isEmpty();
        assertThat(board.pulse(a.card().withBeat(2), Optional.empty())).isEmpty();
        assertThat(observer.sees("a")).isEmpty();
    }

    @Test
    default void aPulseOfOneWhoNeverJoinedIsAnsweredAsEjected() {
        ScriptedMember observer = admitted(another(), "observer");
        assertThat(board().pulse(card("a", 1), Optional.empty())).isEmpty();
        assertThat(observer.sees("a")).isEmpty();
    }

    @Test
    default void aPulseOfAnEarlierLifeDoesNotTouchTheNextOne() {
        Board board = board();
        ScriptedMember old = admitted(board, "a");
        assertThat(board.remove(old.life(), 0)).isTrue();
        ScriptedMember young = admitted(another(), card("a", 2));
        assertThat(board.pulse(old.card().withBeat(9), Optional.empty())).isEmpty();
        assertThat(admitted(board, "observer").sees("a")).contains(young.card());
    }

    @Test
    default void aPulseRenewsAllThatACardSays() {
        ScriptedMember a = admitted(board(), "a");
        Card next = new Card(new Member(a.life(), Optional.of("south"), 0), 4, 0, CardState.LEAVING, "elsewhere");
        assertThat(a.post(next).cards()).containsExactly(next);
        assertThat(admitted(another(), "observer").sees("a")).contains(next);
        Card back = new Card(new Member(a.life(), Optional.empty(), 2), 5, 0, CardState.RUNNING, "");
        assertThat(a.post(back).cards()).contains(back);
    }

    @Test
    default void aLatePulseIsAnsweredAndChangesNothing() {
        Board board = board();
        ScriptedMember a = admitted(another(), "a");
        Card newest = new Card(new Member(a.life(), Optional.of("south"), 2), 5, 0, CardState.RUNNING, "here");
        a.post(newest);
        for (long beat : new long[] {5, 4, 1}) {
            Card late = new Card(new Member(a.life(), Optional.of("north"), 9), beat, 0, CardState.LEAVING, "there");
            assertThat(board.pulse(late, Optional.empty()).map(BoardSnapshot::cards))
                    .as("cards after a late pulse of beat %d", beat)
                    .contains(List.of(newest));
        }
    }

    @Test
    default void aCardIsTakenOffOnlyByItsBeatOfNow() {
        Board board = board();
        ScriptedMember observer = admitted(another(), "observer");
        ScriptedMember a = admitted(another(), "a");
        a.post(a.card().withBeat(5));
        for (long beat : new long[] {0, 4, 6}) {
            assertThat(board.remove(a.life(), beat))
                    .as("removal by beat %d", beat)
                    .isFalse();
        }
        assertThat(observer.sees("a")).contains(a.card());
        assertThat(board.remove(a.life(), 5)).isTrue();
        assertThat(observer.sees("a")).isEmpty();
    }

    @Test
    default void aRemovalMayBeRepeatedAndOneWhoIsNotThereIsOff() {
        Board board = board();
        ScriptedMember a = admitted(another(), "a");
        assertThat(board.remove(a.life(), 0)).isTrue();
        assertThat(board.remove(a.life(), 0)).isTrue();
        assertThat(board.remove(new Incarnation("nobody", 1), 3)).isTrue();
    }

    @Test
    default void aLateRemovalDoesNotTouchTheNextLife() {
        Board board = board();
        ScriptedMember old = admitted(another(), "a");
        assertThat(board.remove(old.life(), 0)).isTrue();
        ScriptedMember young = admitted(another(), card("a", 2));
        assertThat(board.remove(old.life(), 0)).isTrue();
        assertThat(admitted(another(), "observer").sees("a")).contains(young.card());
    }
}
