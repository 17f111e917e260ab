package dev.divvy.coordination.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import org.junit.jupiter.api.Test;

class CardTest {

    private final Card card = new Card(Member.of("a").withIncarnation(4), 7, 3, CardState.RUNNING, "here:1");

    @Test
    void cardsThatDifferOnlyInTheBeatAreEqualIgnoringIt() {
        assertThat(card.withBeat(8).equalsIgnoringBeat(card)).isTrue();
        assertThat(card.equalsIgnoringBeat(card.withBeat(8))).isTrue();
        assertThat(card.withAcknowledged(4).equalsIgnoringBeat(card)).isFalse();
        assertThat(new Card(card.member(), 7, 3, CardState.LEAVING, "here:1").equalsIgnoringBeat(card))
                .isFalse();
        assertThat(new Card(card.member(), 7, 3, CardState.RUNNING, "there:1").equalsIgnoringBeat(card))
                .isFalse();
        assertThat(new Card(card.member().withWeight(2), 7, 3, CardState.RUNNING, "here:1").equalsIgnoringBeat(card))
                .isFalse();
    }

    @Test
    void theBeatAndTheAcknowledgedEpochAreReplacedAlone() {
        assertThat(card.withBeat(9)).isEqualTo(new Card(card.member(), 9, 3, CardState.RUNNING, "here:1"));
        assertThat(card.withAcknowledged(5)).isEqualTo(new Card(card.member(), 7, 5, CardState.RUNNING, "here:1"));
        assertThat(card.incarnation()).isEqualTo(new Incarnation("a", 4));
    }

    @Test
    void negativeCountsAreRefusedWithTheIncarnationAndTheValues() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> card.withBeat(-1))
                .withMessageContainingAll("a/4", "beat -1", "epoch 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> card.withAcknowledged(-2))
                .withMessageContainingAll("a/4", "beat 7", "epoch -2");
    }

    @Test
    void anAddressMayBeEmptyButNotEndlessNorUnprintable() {
        assertThat(new Card(card.member(), 0, 0, CardState.WAITING, "").address())
                .isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Card(card.member(), 0, 0, CardState.WAITING, "x".repeat(256)))
                .withMessageContainingAll("address of a/4", "256", "255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Card(card.member(), 0, 0, CardState.WAITING, "a\nb"))
                .withMessageContainingAll("address of a/4", "U+000A");
    }

    @Test
    void waitingAndRunningMembersAreEligible() {
        assertThat(CardState.values())
                .filteredOn(CardState::eligible)
                .containsExactly(CardState.WAITING, CardState.RUNNING);
    }
}
