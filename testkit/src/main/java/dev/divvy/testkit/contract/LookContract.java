package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A look without a card shows what a member sees, and changes nothing. */
interface LookContract extends BoardFixture {

    int LOOKS = 3;

    @Test
    default void aLookNeedsNoCardAndShowsWhatAMemberSees() {
        ScriptedMember a = admitted(board(), "a");
        ScriptedMember b = admitted(anotherHandle(), "b");
        Allocation first = SampleAllocations.first(a.card(), b.card());
        assertThat(board().publish(a.incarnation(), Optional.empty(), first)).isTrue();
        BoardSnapshot member = b.look();
        BoardSnapshot looked = anotherHandle().look();
        assertThat(looked).isEqualTo(member);
        assertThat(looked.allocation()).contains(first);
        assertThat(looked.cards()).containsExactlyInAnyOrder(a.card(), b.card());
    }

    @Test
    default void aLookAtAnEmptyBoardFindsNothingAndChangesNothing() {
        for (int look = 0; look < LOOKS; look++) {
            BoardSnapshot looked = anotherHandle().look();
            assertThat(looked.version()).isEmpty();
            assertThat(looked.allocation()).isEmpty();
            assertThat(looked.cards()).isEmpty();
            assertThat(looked.mayHaveForgotten()).isEqualTo(mayHaveForgotten());
        }
        ScriptedMember a = admitted(board(), "a");
        assertThat(a.look().cards()).containsExactly(a.card());
        assertThat(board().look().cards()).containsExactly(a.card());
    }

    /** A beat that changed would keep a dead member alive. */
    @Test
    default void aLookRenewsNoCardAndChangesNothing() {
        ScriptedMember a = admitted(board(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        Card card = a.card();
        BoardSnapshot before = board().look();
        for (int look = 0; look < LOOKS; look++) {
            assertThat(anotherHandle().look()).isEqualTo(before);
        }
        assertThat(before.cards()).containsExactly(card);
        assertThat(board().remove(card.incarnation(), card.beat()))
                .as("a removal by the beat before the looks")
                .isTrue();
        assertThat(board().look().cards()).isEmpty();
        assertThat(board().join(card("a", 2))).isEqualTo(new Admission.Admitted());
    }
}
