package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A card is admitted once, renewed only by its own incarnation, removed once, and never admitted again. */
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
    default void allMembersSeeACardAsItWasSent() {
        Card posted = new Card(
                new Member("a", 7, Optional.of("north"), 3),
                2,
                0,
                CardState.SUSPENDED,
                "http://a.example:7400/x?y=z",
                Duration.ofMillis(7001));
        admitted(board(), posted);
        assertThat(admitted(anotherHandle(), "b").cardOf("a")).contains(posted);
    }

    @Test
    default void allMembersSeeTheRestrictionOfAMember() {
        Member member = new Member("a", 7, Optional.of("north"), 3).restrictedTo(Runs.parse("0-127, 130, 200-255"));
        Card posted = new Card(member, 0, 0, CardState.WAITING, "");
        ScriptedMember a = admitted(board(), posted);
        ScriptedMember b = admitted(anotherHandle(), "b");
        assertThat(b.cardOf("a")).contains(posted);
        Card later = posted.withBeat(1);
        a.pulse(later);
        assertThat(b.cardOf("a")).as("after a pulse").contains(later);
        Runs longest = Runs.ofPieces(IntStream.range(1000, 1666).map(i -> 2 * i).toArray());
        Card wide =
                new Card(new Member("c", 1, Optional.empty(), 1).restrictedTo(longest), 0, 0, CardState.WAITING, "");
        admitted(anotherHandle(), wide);
        assertThat(b.cardOf("c")).contains(wide);
    }

    @Test
    default void whileAMemberHasACardNoOtherCardOfItIsAdmitted() {
        ScriptedMember a = admitted(board(), card("a", 5));
        a.look();
        a.look();
        for (long number : new long[] {4, 5, 6}) {
            assertThat(anotherHandle().join(card("a", number)))
                    .as("join of a/%d", number)
                    .isEqualTo(new Admission.Occupied(a.card()));
        }
        assertThat(admitted(anotherHandle(), "b").cardOf("a")).contains(a.card());
    }

    @Test
    default void aRemovedIncarnationIsNeverAdmittedAgain() {
        Board board = board();
        admitted(board, card("a", 5));
        assertThat(board.remove(new Incarnation("a", 5), 0)).isTrue();
        for (long number : new long[] {5, 4, 5}) {
            assertThat(anotherHandle().join(card("a", number)))
                    .as("join of a/%d", number)
                    .isEqualTo(new Admission.Outlived(5));
        }
        admitted(anotherHandle(), card("a", 6));
    }

    @Test
    default void theHighestIncarnationOfAMemberIsRemembered() {
        Board board = board();
        for (long number = 1; number <= 3; number++) {
            admitted(anotherHandle(), card("a", number * 10));
            assertThat(board.remove(new Incarnation("a", number * 10), 0)).isTrue();
        }
        assertThat(board.join(card("a", 10))).isEqualTo(new Admission.Outlived(30));
        assertThat(board.join(card("a", 29))).isEqualTo(new Admission.Outlived(30));
        admitted(board, card("b", 1));
    }

    @Test
    default void aLatePulseNeverRevivesARemovedCard() {
        Board board = board();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        ScriptedMember a = admitted(board, "a");
        assertThat(board.remove(a.incarnation(), 0)).isTrue();
        assertThat(board.pulse(a.card().withBeat(1), Optional.empty())).isEmpty();
        assertThat(board.pulse(a.card().withBeat(2), Optional.empty())).isEmpty();
        assertThat(observer.cardOf("a")).isEmpty();
    }

    @Test
    default void aPulseOfAMemberThatNeverJoinedIsAnsweredAsEjected() {
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        assertThat(board().pulse(card("a", 1), Optional.empty())).isEmpty();
        assertThat(observer.cardOf("a")).isEmpty();
    }

    @Test
    default void aPulseOfAnEarlierIncarnationDoesNotAffectTheNextOne() {
        Board board = board();
        ScriptedMember old = admitted(board, "a");
        assertThat(board.remove(old.incarnation(), 0)).isTrue();
        ScriptedMember next = admitted(anotherHandle(), card("a", 2));
        assertThat(board.pulse(old.card().withBeat(9), Optional.empty())).isEmpty();
        assertThat(admitted(board, "observer").cardOf("a")).contains(next.card());
    }

    @Test
    default void aPulseRenewsEveryFieldOfACard() {
        ScriptedMember a = admitted(board(), "a");
        Card next =
                new Card(new Member(a.incarnation(), Optional.of("south"), 0), 4, 0, CardState.LEAVING, "elsewhere");
        assertThat(a.pulse(next).cards()).containsExactly(next);
        assertThat(admitted(anotherHandle(), "observer").cardOf("a")).contains(next);
        Card back = new Card(new Member(a.incarnation(), Optional.empty(), 2), 5, 0, CardState.RUNNING, "");
        assertThat(a.pulse(back).cards()).contains(back);
    }

    @Test
    default void aLatePulseIsAnsweredButChangesNothing() {
        Board board = board();
        ScriptedMember a = admitted(anotherHandle(), "a");
        Card newest = new Card(new Member(a.incarnation(), Optional.of("south"), 2), 5, 0, CardState.RUNNING, "here");
        a.pulse(newest);
        for (long beat : new long[] {5, 4, 1}) {
            Card late =
                    new Card(new Member(a.incarnation(), Optional.of("north"), 9), beat, 0, CardState.LEAVING, "there");
            assertThat(board.pulse(late, Optional.empty()).map(BoardSnapshot::cards))
                    .as("cards after a late pulse of beat %d", beat)
                    .contains(List.of(newest));
        }
    }

    @Test
    default void aCardIsRemovedOnlyByItsCurrentBeat() {
        Board board = board();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        ScriptedMember a = admitted(anotherHandle(), "a");
        a.pulse(a.card().withBeat(5));
        for (long beat : new long[] {0, 4, 6}) {
            assertThat(board.remove(a.incarnation(), beat))
                    .as("removal by beat %d", beat)
                    .isFalse();
        }
        assertThat(observer.cardOf("a")).contains(a.card());
        assertThat(board.remove(a.incarnation(), 5)).isTrue();
        assertThat(observer.cardOf("a")).isEmpty();
    }

    @Test
    default void aRemovalMayBeRepeatedAndAnAbsentCardCountsAsRemoved() {
        Board board = board();
        ScriptedMember a = admitted(anotherHandle(), "a");
        assertThat(board.remove(a.incarnation(), 0)).isTrue();
        assertThat(board.remove(a.incarnation(), 0)).isTrue();
        assertThat(board.remove(new Incarnation("absent", 1), 3)).isTrue();
    }

    @Test
    default void aLateRemovalDoesNotAffectTheNextIncarnation() {
        Board board = board();
        ScriptedMember old = admitted(anotherHandle(), "a");
        assertThat(board.remove(old.incarnation(), 0)).isTrue();
        ScriptedMember next = admitted(anotherHandle(), card("a", 2));
        assertThat(board.remove(old.incarnation(), 0)).isTrue();
        assertThat(admitted(anotherHandle(), "observer").cardOf("a")).contains(next.card());
    }
}
