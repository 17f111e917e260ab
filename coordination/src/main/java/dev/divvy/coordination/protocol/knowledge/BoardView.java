package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Card;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The board as of the last snapshot.
 *
 * @param allocation the allocation on the board; empty if there was none
 * @param cards the cards, read at the same moment as the allocation or later
 * @param since when this version was first seen
 * @param mayHaveForgotten whether a board without an allocation may have lost one
 */
public record BoardView(Optional<Allocation> allocation, List<Card> cards, long since, boolean mayHaveForgotten) {

    /** The view before the first snapshot. */
    public static final BoardView NONE = new BoardView(Optional.empty(), List.of(), 0, false);

    public BoardView {
        cards = List.copyOf(cards);
    }

    public Optional<Version> version() {
        return allocation.map(Allocation::version);
    }

    /** Returns the allocation's epoch, or 0 if there is no allocation. */
    public long epoch() {
        return allocation.map(Allocation::epoch).orElse(0L);
    }

    /** Returns the incarnations on the board with their acknowledged and settled epochs. */
    public Acknowledgements acknowledgements() {
        return acknowledgements(0);
    }

    /** Returns the same; all owners of the given epoch have said that it is settled, and some of them may be gone since. */
    Acknowledgements acknowledgements(long settledByAll) {
        NavigableMap<Incarnation, Long> acknowledged = new TreeMap<>();
        NavigableMap<Incarnation, Long> settled = new TreeMap<>();
        for (Card card : cards) {
            acknowledged.put(card.incarnation(), card.acknowledged());
            settled.put(card.incarnation(), card.settled());
        }
        return Acknowledgements.of(acknowledged, settled, settledByAll);
    }

    /** Returns the members that pieces may be assigned to. */
    public Roster eligible() {
        return Roster.of(cards.stream()
                .filter(card -> card.state().eligible())
                .map(Card::member)
                .toList());
    }

    /** Returns the longest time-to-live of the members on the board and of the given timing: a lease that was seen here may run that long. */
    public Duration longestTimeToLive(Timing timing) {
        return cards.stream()
                .map(Card::timeToLive)
                .reduce(timing.timeToLive(), (one, other) -> one.compareTo(other) < 0 ? other : one);
    }

    public Optional<Card> cardOf(Incarnation incarnation) {
        return cards.stream()
                .filter(card -> card.incarnation().equals(incarnation))
                .findFirst();
    }

    public boolean shows(Incarnation incarnation) {
        return cardOf(incarnation).isPresent();
    }
}
