package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Real allocations for boards to store. */
final class SampleAllocations {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));

    private SampleAllocations() {}

    static Allocation first(Card... cards) {
        return first(1, cards);
    }

    static Allocation first(long epoch, Card... cards) {
        return first(new Version("contract", epoch), Tokens.sql(12), List.of(cards));
    }

    static Allocation first(Version version, Pieces pieces, List<Card> cards) {
        return PLANNER.first(version, pieces, roster(cards), Directives.NONE);
    }

    static Allocation next(Allocation before, Card... cards) {
        return next(before, before.directives(), List.of(cards));
    }

    /** Returns the next allocation among these cards; moved pieces wait for the incarnations that lost them. */
    static Allocation next(Allocation before, Directives directives, List<Card> cards) {
        NavigableMap<Incarnation, Long> acknowledged = new TreeMap<>();
        cards.forEach(card -> acknowledged.put(card.incarnation(), card.acknowledged()));
        return PLANNER.next(before, before.pieces(), roster(cards), directives, Acknowledgements.of(acknowledged));
    }

    /** Returns the first allocation of pieces with data and this many copies. */
    static Allocation replicated(int copies, List<Card> cards) {
        return PLANNER.replicated(copies)
                .first(new Version("contract", 1), Tokens.sql(12), roster(cards), Directives.NONE);
    }

    /** Returns the next allocation among these cards, with those that left and are still on the board as heirs. */
    static Allocation replicated(Allocation before, List<Card> cards, Card... left) {
        NavigableMap<Incarnation, Long> present = new TreeMap<>();
        cards.forEach(card -> present.put(card.incarnation(), 0L));
        List.of(left).forEach(card -> present.put(card.incarnation(), 0L));
        return new Planner(PLANNER.allocator(), before.replication())
                .next(before, before.pieces(), roster(cards), before.directives(), Acknowledgements.of(present));
    }

    private static Roster roster(List<Card> cards) {
        return Roster.of(cards.stream().map(Card::member).toList());
    }
}
