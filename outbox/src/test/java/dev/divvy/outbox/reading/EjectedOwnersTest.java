package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Allocators;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a member that stays concludes from the board about the former owner of what it gains. */
class EjectedOwnersTest {

    private static final Tokens TOKENS = Tokens.sql(8);
    private static final Planner PLANNER = new Planner(Allocators.byName("sticky"));
    private static final Member A = Member.of("a");
    private static final Member B = Member.of("b");
    private static final Allocation BOTH = PLANNER.first(new Version("x", 1), TOKENS, Roster.of(A, B), Directives.NONE);

    private final EjectedOwners history = new EjectedOwners();

    private void see(Allocation allocation, Card... cards) {
        TreeMap<Incarnation, Card> board = new TreeMap<>();
        Stream.of(cards).forEach(card -> board.put(card.incarnation(), card));
        history.observe(new Sighting(
                Optional.of(B.incarnation()), Optional.of(allocation), board, allocation.piecesOf("b"), true));
    }

    private static Card card(Member member, CardState state, long acknowledged) {
        return new Card(member, 1, acknowledged, state, "");
    }

    private static Allocation without(Card... present) {
        TreeMap<Incarnation, Long> acknowledged = new TreeMap<>();
        Stream.of(present).forEach(card -> acknowledged.put(card.incarnation(), card.acknowledged()));
        return PLANNER.next(BOTH, TOKENS, Roster.of(B), Directives.NONE, Acknowledgements.of(acknowledged));
    }

    /** Returns whether the tokens that were A's were taken over. */
    private boolean takenOver(Allocation now) {
        List<Boolean> answers = Arrays.stream(BOTH.piecesOf("a").pieces())
                .mapToObj(piece -> history.isTakenOver(
                                TOKENS.name(piece),
                                new Fence("x", now.tenureOf(piece).since()))
                        .orElseThrow())
                .distinct()
                .toList();
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private static final Card B_RUNS = card(B, CardState.RUNNING, 1);

    @Test
    void anOwnerThatWasEjectedDidNotLetGo() {
        see(BOTH, card(A, CardState.RUNNING, 1), B_RUNS);
        Allocation next = without(B_RUNS);
        see(next, B_RUNS);
        assertThat(takenOver(next)).isTrue();
    }

    @Test
    void norDidOneThatThisMemberNeverSaw() {
        Allocation next = without(B_RUNS);
        see(next, B_RUNS);
        assertThat(takenOver(next)).isTrue();
    }

    @Test
    void anOwnerThatAcknowledgedLetGo() {
        see(BOTH, card(A, CardState.RUNNING, 1), B_RUNS);
        Card leaving = card(A, CardState.LEAVING, 2);
        Allocation next = without(leaving, B_RUNS);
        see(next, leaving, B_RUNS);
        assertThat(takenOver(next)).isFalse();
    }

    @Test
    void anOwnerThatLeftBetweenTwoPulsesLetGo() {
        see(BOTH, card(A, CardState.RUNNING, 1), B_RUNS);
        Allocation next = without(card(A, CardState.LEAVING, 1), B_RUNS);
        see(next, B_RUNS);
        assertThat(takenOver(next)).isFalse();
    }

    /** As the only owner of tokens of its own, or the only member. */
    @Test
    void anOwnerThatComesBackTakesOverFromItsFormerSelf() {
        assertThat(takenOverAfterPause()).isTrue();
    }

    @Test
    void unlessThatLetGo() {
        assertThat(takenOverAfterPause(card(A, CardState.LEAVING, 1))).isFalse();
    }

    private boolean takenOverAfterPause(Card... present) {
        Allocation first = PLANNER.first(new Version("x", 1), TOKENS, Roster.of(A), Directives.NONE);
        TreeMap<Incarnation, Long> acknowledged = new TreeMap<>();
        Stream.of(present).forEach(card -> acknowledged.put(card.incarnation(), card.acknowledged()));
        Allocation empty =
                PLANNER.next(first, TOKENS, Roster.EMPTY, Directives.NONE, Acknowledgements.of(acknowledged));
        see(empty, B_RUNS);
        Allocation next = PLANNER.next(empty, TOKENS, Roster.of(B), Directives.NONE, Acknowledgements.NONE);
        see(next, B_RUNS);
        return takenOver(next);
    }

    @Test
    void whatIsKnownOfAPieceStaysWhileItIsHeld() {
        Allocation next = without(B_RUNS);
        see(next, B_RUNS);
        see(next, card(A, CardState.LEAVING, 9), B_RUNS);
        assertThat(takenOver(next)).isTrue();
        assertThat(history.isTakenOver("0", new Fence("x", 99))).isEmpty();
    }
}
