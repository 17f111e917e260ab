package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What members need to keep data of their pieces, and to share a group in two versions: settled epochs, heirs, and abilities. */
interface ReplicationContract extends BoardFixture {

    @Test
    default void theSettledEpochNeverDecreases() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(7, a.card())))
                .isTrue();
        long beat = 0;
        long highest = 0;
        for (long epoch : new long[] {3, 1, 5, 0, 4, 7, 6}) {
            highest = Math.max(highest, epoch);
            a.pulse(a.card().withBeat(++beat).withSettled(epoch));
            assertThat(a.cardOf("a").map(Card::settled))
                    .as("after %d was settled", epoch)
                    .contains(highest);
            beat = a.card().beat();
        }
        assertThat(admitted(anotherHandle(), "observer").cardOf("a").map(Card::settled))
                .contains(7L);
    }

    @Test
    default void anEpochAboveTheBoardsIsNotSettled() {
        ScriptedMember a = admitted(board(), "a");
        a.pulse(a.card().withBeat(1).withSettled(1));
        Card none = a.card().withSettled(0);
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        assertThat(observer.cardOf("a")).as("without an allocation").contains(none);
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        a.pulse(none.withBeat(2).withSettled(3));
        a.pulse(none.withBeat(3).withSettled(5));
        assertThat(observer.cardOf("a")).contains(none.withBeat(3).withSettled(3));
        a.pulse(none.withBeat(4).withSettled(4).withAcknowledged(4));
        assertThat(observer.cardOf("a"))
                .contains(none.withBeat(4).withSettled(4).withAcknowledged(4));
    }

    @Test
    default void aLatePulseSettlesNothing() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        Card newest = a.card().withBeat(5).withSettled(1);
        a.pulse(newest);
        for (long beat : new long[] {5, 4}) {
            anotherHandle().pulse(newest.withBeat(beat).withSettled(4), Optional.empty());
            assertThat(admitted(anotherHandle(), "observer-" + beat).cardOf("a"))
                    .as("after a late pulse of beat %d", beat)
                    .contains(newest);
        }
    }

    @Test
    default void theNextIncarnationHasSettledNothing() {
        Board board = board();
        ScriptedMember a = admitted(board, "a");
        assertThat(board.publish(a.incarnation(), Optional.empty(), SampleAllocations.first(4, a.card())))
                .isTrue();
        a.pulse(a.card().withBeat(1).withSettled(4));
        assertThat(board.remove(a.incarnation(), 1)).isTrue();
        ScriptedMember next = admitted(anotherHandle(), card("a", 2));
        assertThat(next.cardOf("a").map(Card::settled)).contains(0L);
    }

    @Test
    default void abilitiesAreKeptKnownOrNot() {
        Abilities many = new Abilities(
                Integer.MAX_VALUE,
                IntStream.range(0, Abilities.MOST)
                        .mapToObj(i -> i + "-ability".repeat(9).substring(0, Abilities.LONGEST - 2))
                        .collect(Collectors.toCollection(TreeSet::new)));
        ScriptedMember a = admitted(board(), card("a", 1).with(many));
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        assertThat(observer.cardOf("a").map(Card::abilities)).contains(many);
        for (Abilities next : List.of(Abilities.of("heirs", "two"), Abilities.parse(Abilities.FIRST_VERSION, ""))) {
            a.pulse(a.card().withBeat(a.card().beat() + 1).with(next));
            assertThat(observer.cardOf("a").map(Card::abilities)).contains(next);
        }
    }

    @Test
    default void copiesAndHeirsAreKept() {
        ScriptedMember a = admitted(board(), "a");
        ScriptedMember b = admitted(anotherHandle(), "b");
        ScriptedMember c = admitted(anotherHandle(), "c");
        Allocation first = SampleAllocations.replicated(1, List.of(a.card(), b.card()));
        Allocation second = SampleAllocations.replicated(first, List.of(b.card(), c.card()), a.card());
        assertThat(IntStream.range(0, second.pieces().count()).mapToObj(second::heirsOf))
                .anyMatch(heirs -> heirs.contains(a.incarnation()));
        assertThat(board().publish(a.incarnation(), Optional.empty(), first)).isTrue();
        assertThat(board().publish(a.incarnation(), Optional.of(first.version()), second))
                .isTrue();
        assertThat(c.look().allocation()).contains(second);
    }
}
