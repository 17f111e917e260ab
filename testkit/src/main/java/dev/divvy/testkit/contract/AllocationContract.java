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

/**
 * A board stores one allocation: it is replaced only by one made from it, is sent only to members that have another version, and limits the
 * epochs that can be acknowledged.
 */
interface AllocationContract extends BoardFixture {

    @Test
    default void allMembersSeeAPublishedAllocationInEveryDetail() {
        ScriptedMember a = admitted(board(), "a");
        ScriptedMember b = admitted(anotherHandle(), "b");
        Allocation first = SampleAllocations.first(a.card());
        Directives directives =
                Directives.NONE.pin("3", "b").weigh("a", 2).suspend(true).exclusive(a.incarnation());
        Allocation shared = SampleAllocations.next(first, a.card(), b.card());
        Allocation directed = SampleAllocations.next(shared, directives, List.of(a.card(), b.card()));
        assertThat(shared.inMotion()).isTrue();
        Optional<Version> basis = Optional.empty();
        for (Allocation next : List.of(first, shared, directed)) {
            assertThat(board().publish(a.incarnation(), basis, next)).isTrue();
            basis = Optional.of(next.version());
            BoardSnapshot seen = b.look();
            assertThat(seen.version()).isEqualTo(basis);
            assertThat(seen.allocation()).contains(next);
        }
    }

    @Test
    default void anAllocationReplacesOnlyTheOneItWasMadeFrom() {
        Board board = board();
        ScriptedMember a = admitted(anotherHandle(), "a");
        Allocation first = SampleAllocations.first(a.card());
        Allocation second = SampleAllocations.next(first, a.card());
        Allocation third = SampleAllocations.next(second, a.card());
        assertThat(board.publish(a.incarnation(), Optional.of(first.version()), second))
                .isFalse();
        assertThat(a.look().version()).isEmpty();
        assertThat(board.publish(a.incarnation(), Optional.empty(), first)).isTrue();
        assertThat(board.publish(a.incarnation(), Optional.of(first.version()), second))
                .isTrue();
        for (Optional<Version> basis : List.of(
                Optional.<Version>empty(),
                Optional.of(first.version()),
                Optional.of(third.version()),
                Optional.of(new Version("elsewhere", 2)))) {
            assertThat(board.publish(a.incarnation(), basis, third))
                    .as("publication over %s", basis)
                    .isFalse();
            assertThat(a.look().allocation()).contains(second);
        }
        assertThat(board.publish(a.incarnation(), Optional.of(second.version()), third))
                .isTrue();
    }

    @Test
    default void aRepeatedPublicationChangesNothing() {
        Board board = board();
        ScriptedMember a = admitted(anotherHandle(), "a");
        Allocation first = SampleAllocations.first(a.card());
        Allocation second = SampleAllocations.next(first, a.card());
        assertThat(board.publish(a.incarnation(), Optional.empty(), first)).isTrue();
        assertThat(board.publish(a.incarnation(), Optional.empty(), first)).isFalse();
        assertThat(board.publish(a.incarnation(), Optional.of(first.version()), second))
                .isTrue();
        assertThat(board.publish(a.incarnation(), Optional.empty(), first)).isFalse();
        assertThat(a.look().allocation()).contains(second);
    }

    @Test
    default void anotherLineageMayFollowIfItWasMadeFromThisOne() {
        ScriptedMember a = admitted(board(), "a");
        Allocation first = SampleAllocations.first(5, a.card());
        Allocation other = SampleAllocations.first(new Version("other", 2), first.pieces(), List.of(a.card()));
        assertThat(board().publish(a.incarnation(), Optional.empty(), first)).isTrue();
        assertThat(board().publish(a.incarnation(), Optional.of(first.version()), other))
                .isTrue();
        assertThat(a.look().allocation()).contains(other);
    }

    @Test
    default void onlyAMemberWithACardPublishes() {
        Board board = board();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        Card never = card("never", 1);
        assertThat(board.publish(never.incarnation(), Optional.empty(), SampleAllocations.first(never)))
                .as("by a member that never joined")
                .isFalse();
        ScriptedMember old = admitted(board, "a");
        assertThat(board.remove(old.incarnation(), 0)).isTrue();
        assertThat(board.publish(old.incarnation(), Optional.empty(), SampleAllocations.first(old.card())))
                .as("by a removed member")
                .isFalse();
        admitted(board, card("a", 2));
        assertThat(board.publish(old.incarnation(), Optional.empty(), SampleAllocations.first(old.card())))
                .as("by an earlier incarnation")
                .isFalse();
        assertThat(observer.look().version()).isEmpty();
    }

    @Test
    default void theAllocationStaysWhenItsPublisherIsRemoved() {
        Board board = board();
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        ScriptedMember a = admitted(board, "a");
        Allocation first = SampleAllocations.first(a.card(), observer.card());
        assertThat(board.publish(a.incarnation(), Optional.empty(), first)).isTrue();
        assertThat(board.remove(a.incarnation(), 0)).isTrue();
        assertThat(observer.look().allocation()).contains(first);
    }

    @Test
    default void theAllocationIsSentOnlyToMembersWithAnotherVersion() {
        ScriptedMember a = admitted(board(), "a");
        Allocation current = SampleAllocations.first(5, a.card());
        assertThat(board().publish(a.incarnation(), Optional.empty(), current)).isTrue();
        BoardSnapshot again = a.look(Optional.of(current.version()));
        assertThat(again.version()).contains(current.version());
        assertThat(again.allocation()).as("sent to a member that has it").isEmpty();
        for (Optional<Version> known : List.of(
                Optional.<Version>empty(),
                Optional.of(new Version("contract", 4)),
                Optional.of(new Version("contract", 6)),
                Optional.of(new Version("elsewhere", 5)))) {
            assertThat(a.look(known).allocation())
                    .as("sent to a member that has %s", known)
                    .contains(current);
        }
    }

    @Test
    default void theAcknowledgedEpochNeverDecreases() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(7, a.card())))
                .isTrue();
        long beat = 0;
        long highest = 0;
        for (long epoch : new long[] {3, 1, 5, 0, 4, 7, 6}) {
            highest = Math.max(highest, epoch);
            a.pulse(a.card().withBeat(++beat).withAcknowledged(epoch));
            assertThat(a.cardOf("a").map(Card::acknowledged))
                    .as("after %d was acknowledged", epoch)
                    .contains(highest);
            beat = a.card().beat();
        }
    }

    @Test
    default void anEpochAboveTheBoardsIsNotAcknowledged() {
        ScriptedMember a = admitted(board(), "a");
        a.pulse(a.card().withBeat(1).withAcknowledged(1));
        Card none = a.card().withAcknowledged(0);
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        assertThat(observer.cardOf("a")).as("without an allocation").contains(none);
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        a.pulse(none.withBeat(2).withAcknowledged(3));
        a.pulse(none.withBeat(3).withAcknowledged(5));
        assertThat(observer.cardOf("a")).contains(none.withBeat(3).withAcknowledged(3));
        a.pulse(none.withBeat(4).withAcknowledged(4));
        assertThat(observer.cardOf("a")).contains(none.withBeat(4).withAcknowledged(4));
    }

    @Test
    default void aLatePulseAcknowledgesNothing() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        Card newest = a.card().withBeat(5).withAcknowledged(1);
        a.pulse(newest);
        for (long beat : new long[] {5, 4}) {
            anotherHandle().pulse(newest.withBeat(beat).withAcknowledged(4), Optional.empty());
            assertThat(admitted(anotherHandle(), "observer-" + beat).cardOf("a"))
                    .as("after a late pulse of beat %d", beat)
                    .contains(newest);
        }
    }

    @Test
    default void aBoardThatForgotSaysSo() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        if (!forget()) {
            assumeFalse(mayHaveForgotten(), "this board forgets, but not at will");
            assertThat(a.look().mayHaveForgotten())
                    .as("a board that cannot forget says so")
                    .isFalse();
            return;
        }
        assertThat(anotherHandle().pulse(a.card().withBeat(1), Optional.empty()))
                .as("a pulse of a member that the board forgot")
                .isEmpty();
        BoardSnapshot seen = admitted(anotherHandle(), card("a", 2)).look();
        assertThat(seen.version()).isEmpty();
        assertThat(seen.mayHaveForgotten()).isTrue();
    }
}
