package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Boards;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A store of many groups keeps a separate board for each. */
interface GroupContract extends BoardFixture {

    @Test
    default void aGroupIsTheSameBoardForEveryHandle() {
        Boards boards = store();
        String group = newGroup();
        ScriptedMember a = admitted(boards.of(group), "a");
        ScriptedMember b = admitted(boards.of(group), "b");
        assertThat(boards.of(group).publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        BoardSnapshot seen = b.look();
        assertThat(seen.cards()).containsExactlyInAnyOrder(a.card(), b.card());
        assertThat(seen.version()).isPresent();
    }

    @Test
    default void groupsDoNotSeeEachOther() {
        Boards boards = store();
        String group = newGroup();
        Board board = boards.of(group);
        ScriptedMember a = admitted(board, "a");
        assertThat(board.publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        for (String name : List.of(group + "-2", group.toUpperCase(Locale.ROOT), group + " ")) {
            Board other = boards.of(name);
            ScriptedMember namesake = admitted(other, "a");
            BoardSnapshot seen = namesake.look();
            assertThat(seen.cards()).as("cards of %s", name).containsExactly(namesake.card());
            assertThat(seen.version()).as("version of %s", name).isEmpty();
            assertThat(other.remove(namesake.incarnation(), 1)).isTrue();
        }
        assertThat(a.look().cards()).containsExactly(a.card());
    }

    /** Returns a unique name, as the store may remember the groups of earlier tests. */
    private static String newGroup() {
        return "contract-" + UUID.randomUUID();
    }

    private Boards store() {
        Optional<Boards> boards = boards();
        assumeTrue(boards.isPresent(), "this board has no store of groups");
        return boards.orElseThrow();
    }
}
