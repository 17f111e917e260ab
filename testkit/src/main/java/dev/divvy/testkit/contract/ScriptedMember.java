package dev.divvy.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.util.Optional;

/** A member that a test controls step by step. Used by one thread. */
final class ScriptedMember {

    private final Board board;
    private Card card;

    private ScriptedMember(Board board, Card card) {
        this.board = board;
        this.card = card;
    }

    static Card card(String id, long number) {
        return new Card(new Member(id, number, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
    }

    /** Joins the board and requires that the card is admitted. */
    static ScriptedMember admitted(Board board, Card card) {
        assertThat(board.join(card)).as("join of %s", card.incarnation()).isEqualTo(new Admission.Admitted());
        return new ScriptedMember(board, card);
    }

    static ScriptedMember admitted(Board board, String id) {
        return admitted(board, card(id, 1));
    }

    Board board() {
        return board;
    }

    Card card() {
        return card;
    }

    Incarnation incarnation() {
        return card.incarnation();
    }

    /** Sends one pulse, as a member that knows no version yet, and returns the snapshot. */
    BoardSnapshot look() {
        return look(Optional.empty());
    }

    BoardSnapshot look(Optional<Version> known) {
        return pulse(card.withBeat(card.beat() + 1), known);
    }

    /** Sends this card with this pulse and keeps it for the next ones. */
    BoardSnapshot pulse(Card next) {
        return pulse(next, Optional.empty());
    }

    private BoardSnapshot pulse(Card next, Optional<Version> known) {
        card = next;
        Optional<BoardSnapshot> reply = board.pulse(next, known);
        assertThat(reply)
                .as("reply to a pulse of %s, whose card is on the board", incarnation())
                .isPresent();
        return reply.orElseThrow();
    }

    /** Returns the card of a member as this one sees it now. */
    Optional<Card> cardOf(String id) {
        return look().cards().stream()
                .filter(seen -> seen.member().id().equals(id))
                .findFirst();
    }

    /** Returns the epoch on the board; 0 when there is no allocation. */
    long epoch() {
        return epoch(look());
    }

    static long epoch(BoardSnapshot snapshot) {
        return snapshot.version().map(Version::epoch).orElse(0L);
    }
}
