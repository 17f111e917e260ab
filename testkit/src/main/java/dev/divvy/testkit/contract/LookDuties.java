package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.Visitor.admitted;
import static dev.divvy.testkit.contract.Visitor.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.Sighting;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whoever looks without a card sees what a member sees, and leaves no trace. */
interface LookDuties extends BoardFixture {

    int LOOKS = 3;

    @Test
    default void aLookNeedsNoCardAndShowsWhatAMemberSees() {
        Visitor a = admitted(board(), "a");
        Visitor b = admitted(another(), "b");
        Allocation first = Plans.first(a.card(), b.card());
        assertThat(board().publish(a.life(), Optional.empty(), first)).isTrue();
        Sighting member = b.look();
        Sighting looked = another().look();
        assertThat(looked).isEqualTo(member);
        assertThat(looked.allocation()).contains(first);
        assertThat(looked.cards()).containsExactlyInAnyOrder(a.card(), b.card());
    }

    @Test
    default void aLookAtAnEmptyBoardFindsNothingAndBeginsNothing() {
        for (int look = 0; look < LOOKS; look++) {
            Sighting looked = another().look();
            assertThat(looked.version()).isEmpty();
            assertThat(looked.allocation()).isEmpty();
            assertThat(looked.cards()).isEmpty();
            assertThat(looked.mayHaveForgotten()).isEqualTo(mayHaveForgotten());
        }
        Visitor a = admitted(board(), "a");
        assertThat(a.look().cards()).containsExactly(a.card());
        assertThat(board().look().cards()).containsExactly(a.card());
    }

    /** A beat that moved would keep the dead alive. */
    @Test
    default void aLookRenewsNobodyAndChangesNothing() {
        Visitor a = admitted(board(), "a");
        assertThat(board().publish(a.life(), Optional.empty(), Plans.first(a.card())))
                .isTrue();
        Card there = a.card();
        Sighting before = board().look();
        for (int look = 0; look < LOOKS; look++) {
            assertThat(another().look()).isEqualTo(before);
        }
        assertThat(before.cards()).containsExactly(there);
        assertThat(board().remove(there.life(), there.beat()))
                .as("a removal by the beat before the looks")
                .isTrue();
        assertThat(board().look().cards()).isEmpty();
        assertThat(board().join(card("a", 2))).isEqualTo(new Admission.Admitted());
    }
}
