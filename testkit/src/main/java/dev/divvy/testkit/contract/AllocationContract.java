package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One allocation hangs on the board: it is followed by one made from it, sent to who has another, and bounds what is acknowledged. */
interface AllocationContract extends BoardFixture {

    @Test
    default void whatIsPublishedIsSeenByEveryoneInEveryDetail() {
        ScriptedMember a = admitted(board(), "a");
        ScriptedMember b = admitted(another(), "b");
        Allocation first = SampleAllocations.first(a.card());
        Directives asked =
                Directives.NONE.pin("3", "b").weigh("a", 2).suspend(true).exclusive(a.life());
        Allocation shared = SampleAllocations.next(first, a.card(), b.card());
        Allocation asks = SampleAllocations.next(shared, asked, List.of(a.card(), b.card()));
        assertThat(shared.inMotion()).isTrue();
        Optional<Version> basis = Optional.empty();
        for (Allocation next : List.of(first, shared, asks)) {
            assertThat(board().publish(a.life(), basis, next)).isTrue();
            basis = Optional.of(next.version());
            BoardSnapshot seen = b.look();
            assertThat(seen.version()).isEqualTo(basis);
            assertThat(seen.allocation()).contains(next);
        }
    }

    @Test
    default void anAllocationIsPublishedOnlyOverTheOneItWasMadeFrom() {
        Board board = board();
        ScriptedMember a = admitted(another(), "a");
        Allocation first = SampleAllocations.first(a.card());
        Allocation second = SampleAllocations.next(first, a.card());
        Allocation third = SampleAllocations.next(second, a.card());
        assertThat(board.publish(a.life(), Optional.of(first.version()), second))
                .isFalse();
        assertThat(a.look().version()).isEmpty();
        assertThat(board.publish(a.life(), Optional.empty(), first)).isTrue();
        assertThat(board.publish(a.life(), Optional.of(first.version()), second))
                .isTrue();
        for (Optional<Version> basis : List.of(
                Optional.<Version>empty(),
                Optional.of(first.version()),
                Optional.of(third.version()),
                Optional.of(new Version("elsewhere", 2)))) {
            assertThat(board.publish(a.life(), basis, third))
                    .as("publication over %s", basis)
                    .isFalse();
            assertThat(a.look().allocation()).contains(second);
        }
        assertThat(board.publish(a.life(), Optional.of(second.version()), third))
                .isTrue();
    }

    @Test
    default void aPublicationThatIsRepeatedChangesNothing() {
        Board board = board();
        ScriptedMember a = admitted(another(), "a");
        Allocation first = SampleAllocations.first(a.card());
        Allocation second = SampleAllocations.next(first, a.card());
        assertThat(board.publish(a.life(), Optional.empty(), first)).isTrue();
        assertThat(board.publish(a.life(), Optional.empty(), first)).isFalse();
        assertThat(board.publish(a.life(), Optional.of(first.version()), second))
                .isTrue();
        assertThat(board.publish(a.life(), Optional.empty(), first)).isFalse();
        assertThat(a.look().allocation()).contains(second);
    }

    @Test
    default void anotherLineageMayFollowWhenItWasMadeFromThisOne() {
        ScriptedMember a = admitted(board(), "a");
        Allocation first = SampleAllocations.first(5, a.card());
        Allocation other = SampleAllocations.first(new Version("other", 2), first.pieces(), List.of(a.card()));
        assertThat(board().publish(a.life(), Optional.empty(), first)).isTrue();
        assertThat(board().publish(a.life(), Optional.of(first.version()), other))
                .isTrue();
        assertThat(a.look().allocation()).contains(other);
    }

    @Test
    default void onlyOneWhoseCardIsOnTheBoardPublishes() {
        Board board = board();
        ScriptedMember observer = admitted(another(), "observer");
        Card never = card("never", 1);
        assertThat(board.publish(never.life(), Optional.empty(), SampleAllocations.first(never)))
                .as("one who never joined")
                .isFalse();
        ScriptedMember old = admitted(board, "a");
        assertThat(board.remove(old.life(), 0)).isTrue();
        assertThat(board.publish(old.life(), Optional.empty(), SampleAllocations.first(old.card())))
                .as("one who was taken off")
                .isFalse();
        admitted(board, card("a", 2));
        assertThat(board.publish(old.life(), Optional.empty(), SampleAllocations.first(old.card())))
                .as("an earlier life")
                .isFalse();
        assertThat(observer.look().version()).isEmpty();
    }

    @Test
    default void theAllocationStaysWhenItsPublisherGoes() {
        Board board = board();
        ScriptedMember observer = admitted(another(), "observer");
        ScriptedMember a = admitted(board, "a");
        Allocation first = SampleAllocations.first(a.card(), observer.card());
        assertThat(board.publish(a.life(), Optional.empty(), first)).isTrue();
        assertThat(board.remove(a.life(), 0)).isTrue();
        assertThat(observer.look().allocation()).contains(first);
    }

    @Test
    default void theAllocationIsSentOnlyToWhoHasAnother() {
        ScriptedMember a = admitted(board(), "a");
        Allocation there = SampleAllocations.first(5, a.card());
        assertThat(board().publish(a.life(), Optional.empty(), there)).isTrue();
        BoardSnapshot again = a.look(Optional.of(there.version()));
        assertThat(again.version()).contains(there.version());
        assertThat(again.allocation()).as("sent to one who has it").isEmpty();
        for (Optional<Version> known : List.of(
                Optional.<Version>empty(),
                Optional.of(new Version("contract", 4)),
                Optional.of(new Version("contract", 6)),
                Optional.of(new Version("elsewhere", 5)))) {
            assertThat(a.look(known).allocation())
                    .as("sent to one who has %s", known)
                    .contains(there);
        }
    }

    @Test
    default void whatWasAcknowledgedNeverGoesBack() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.life(), Optional.empty(), SampleAllocations.first(7, a.card())))
                .isTrue();
        long beat = 0;
        long highest = 0;
        for (long epoch : new long[] {3, 1, 5, 0, 4, 7, 6}) {
            highest = Math.max(highest, epoch);
            a.post(a.card().withBeat(++beat).withAcknowledged(epoch));
            assertThat(a.sees("a").map(Card::acknowledged))
                    .as("after %d was acknowledged", epoch)
                    .contains(highest);
            beat = a.card().beat();
        }
    }

    @Test
    default void anEpochAboveTheBoardsOwnIsNotAcknowledged() {
        ScriptedMember a = admitted(board(), "a");
        a.post(a.card().withBeat(1).withAcknowledged(1));
        Card none = a.card().withAcknowledged(0);
        ScriptedMember observer = admitted(another(), "observer");
        assertThat(observer.sees("a")).as("without an allocation").contains(none);
        assertThat(board().publish(a.life(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        a.post(none.withBeat(2).withAcknowledged(3));
        a.post(none.withBeat(3).withAcknowledged(5));
        assertThat(observer.sees("a")).contains(none.withBeat(3).withAcknowledged(3));
        a.post(none.withBeat(4).withAcknowledged(4));
        assertThat(observer.sees("a")).contains(none.withBeat(4).withAcknowledged(4));
    }

    @Test
    default void aLatePulseAcknowledgesNothing() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.life(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        Card newest = a.card().withBeat(5).withAcknowledged(1);
        a.post(newest);
        for (long beat : new long[] {5, 4}) {
            another().pulse(newest.withBeat(beat).withAcknowledged(4), Optional.empty());
            assertThat(admitted(another(), "observer-" + beat).sees("a"))
                    .as("after a late pulse of beat %d", beat)
                    .contains(newest);
        }
    }

    @Test
    default void aBoardThatForgotSaysSo() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.life(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        if (!forget()) {
            assumeFalse(mayHaveForgotten(), "this board forgets, but not at will");
            assertThat(a.look().mayHaveForgotten())
                    .as("a board that cannot forget says so")
                    .isFalse();
            return;
        }
        assertThat(another().pulse(a.card().withBeat(1), Optional.empty()))
                .as("a pulse of one whom the board forgot")
                .isEmpty();
        BoardSnapshot seen = admitted(another(), card("a", 2)).look();
        assertThat(seen.version()).isEmpty();
        assertThat(seen.mayHaveForgotten()).isTrue();
    }
}
