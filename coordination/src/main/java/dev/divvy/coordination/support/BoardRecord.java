package dev.divvy.coordination.support;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.memory.MemoryBoard;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The complete content of a board as an immutable value, with the logic of each board method and without threads. {@link MemoryBoard} keeps
 * one; the simulator uses many.
 *
 * @param origin identifies the board's data; see {@link BoardSnapshot#origin()}
 * @param cards the cards by member id; a member has one card at a time
 * @param highest the highest incarnation that was ever on the board, by member id
 * @param mayHaveForgotten whether the board started empty although members may remember an earlier allocation
 */
public record BoardRecord(
        String origin,
        NavigableMap<String, Card> cards,
        NavigableMap<String, Long> highest,
        Optional<Allocation> allocation,
        boolean mayHaveForgotten) {

    /** Returns a board that no member has ever joined. */
    public static BoardRecord blank(String origin, boolean mayHaveForgotten) {
        return new BoardRecord(origin, new TreeMap<>(), new TreeMap<>(), Optional.empty(), mayHaveForgotten);
    }

    public Admission admission(Card card) {
        Card occupant = cards.get(card.incarnation().member());
        if (occupant != null) {
            return new Admission.Occupied(occupant);
        }
        long before = highest.getOrDefault(card.incarnation().member(), 0L);
        return card.incarnation().number() > before ? new Admission.Admitted() : new Admission.Outlived(before);
    }

    /** Returns the board with a card that was admitted. */
    public BoardRecord with(Card card) {
        NavigableMap<String, Long> numbers = new TreeMap<>(highest);
        numbers.merge(card.incarnation().member(), card.incarnation().number(), Math::max);
        return new BoardRecord(origin, put(card), numbers, allocation, mayHaveForgotten);
    }

    /** Returns the card of this incarnation, if it is on the board. */
    public Optional<Card> cardOf(Incarnation incarnation) {
        return Optional.ofNullable(cards.get(incarnation.member()))
                .filter(card -> card.incarnation().equals(incarnation));
    }

    /** Returns the board after a pulse of a card that is on it; a late pulse changes nothing. */
    public BoardRecord renewed(Card pulse) {
        Card current = cards.get(pulse.incarnation().member());
        if (current == null || !current.incarnation().equals(pulse.incarnation())) {
            throw new IllegalStateException("pulse of " + pulse.incarnation() + ", which is not on the board");
        }
        if (pulse.beat() <= current.beat()) {
            return this;
        }
        long epoch = allocation.map(Allocation::epoch).orElse(0L);
        Card renewed = pulse.withAcknowledged(raised(current.acknowledged(), pulse.acknowledged(), epoch))
                .withSettled(raised(current.settled(), pulse.settled(), epoch));
        return new BoardRecord(origin, put(renewed), highest, allocation, mayHaveForgotten);
    }

    /** Returns an epoch on a card after a pulse: it never decreases, and one above the board's own epoch is ignored. */
    private static long raised(long stored, long given, long epoch) {
        return given <= epoch ? Math.max(stored, given) : stored;
    }

    public BoardSnapshot snapshot(Optional<Version> known) {
        Optional<Version> version = allocation.map(Allocation::version);
        return new BoardSnapshot(
                origin,
                version,
                allocation.filter(current -> !version.equals(known)),
                List.copyOf(cards.values()),
                mayHaveForgotten);
    }

    public boolean mayPublish(Incarnation publisher, Optional<Version> basis) {
        return cardOf(publisher).isPresent()
                && allocation.map(Allocation::version).equals(basis);
    }

    public BoardRecord with(Allocation next) {
        return new BoardRecord(origin, cards, highest, Optional.of(next), mayHaveForgotten);
    }

    public boolean mayRemove(Incarnation incarnation, long beat) {
        return cardOf(incarnation).filter(card -> card.beat() == beat).isPresent();
    }

    public BoardRecord without(Incarnation incarnation) {
        NavigableMap<String, Card> rest = new TreeMap<>(cards);
        rest.remove(incarnation.member());
        return new BoardRecord(origin, rest, highest, allocation, mayHaveForgotten);
    }

    private NavigableMap<String, Card> put(Card card) {
        NavigableMap<String, Card> all = new TreeMap<>((Map<String, Card>) cards);
        all.put(card.incarnation().member(), card);
        return all;
    }
}
