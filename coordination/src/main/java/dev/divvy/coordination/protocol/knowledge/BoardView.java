package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The board as the last sighting showed it.
 *
 * @param allocation the one on the board; empty when there was none
 * @param cards in the same moment, or later than the allocation
 * @param since when this version was first seen
 * @param mayHaveForgotten whether the board, if it had no allocation, may have lost one
 */
public record BoardView(Optional<Allocation> allocation, List<Card> cards, long since, boolean mayHaveForgotten) {

    /** Nothing was seen yet. */
    public static final BoardView NONE = new BoardView(Optional.empty(), List.of(), 0, false);

    public BoardView {
        cards = List.copyOf(cards);
    }

    public Optional<Version> version() {
        return allocation.map(Allocation::version);
    }

    /** 0 when there is no allocation. */
    public long epoch() {
        return allocation.map(Allocation::epoch).orElse(0L);
    }

    /** Who is on the board and what each has let go of. */
    public Acknowledgements witness() {
        NavigableMap<Incarnation, Long> acknowledged = new TreeMap<>();
        cards.forEach(card -> acknowledged.put(card.life(), card.acknowledged()));
        return Acknowledgements.of(acknowledged);
    }

    /** The members that pieces may be given to. */
    public Roster eligible() {
        return Roster.of(cards.stream()
                .filter(card -> card.state().eligible())
                .map(Card::member)
                .toList());
    }

    public Optional<Card> cardOf(Incarnation life) {
        return cards.stream().filter(card -> card.life().equals(life)).findFirst();
    }

    public boolean shows(Incarnation life) {
        return cardOf(life).isPresent();
    }
}
