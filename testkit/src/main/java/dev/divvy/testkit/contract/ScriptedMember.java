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

/** A member that does on a board what a test tells it. One thread uses it. */
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

    /** One whose card was admitted. */
    static ScriptedMember admitted(Board board, Card card) {
        assertThat(board.join(card)).as("join of %s", card.life()).isEqualTo(new Admission.Admitted());
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

    Incarnation life() {
        return card.life();
    }

    /** Beats once and says what it sees, as one who knows nothing yet. */
    BoardSnapshot look() {
        return look(Optional.empty());
    }

    BoardSnapshot look(Optional<Version> known) {
        return post(card.withBeat(card.beat() + 1), known);
    }

    /** Posts this card from now on. */
    BoardSnapshot post(Card next) {
        return post(next, Optional.empty());
    }

    private BoardSnapshot post(Card next, Optional<Version> known) {
        card = next;
        Optional<BoardSnapshot> answer = board.pulse(next, known);
        assertThat(answer)
                .as("answer to a pulse of %s, whose card is on the board", life())
                .isPresent();
        return answer.orElseThrow();
    }

    /** The card of a member as this one sees it now. */
    Optional<Card> sees(String id) {
        return look().cards().stream()
                .filter(one -> one.member().id().equals(id))
                .findFirst();
    }

    /** The epoch on the board; 0 when there is no allocation. */
    long epoch() {
        return epoch(look());
    }

    static long epoch(BoardSnapshot sighting) {
        return sighting.version().map(Version::epoch).orElse(0L);
    }
}
