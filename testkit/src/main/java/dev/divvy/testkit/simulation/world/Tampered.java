package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tenures;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Allocations and sightings that were changed on their way, for planted mistakes. */
final class Tampered {

    private Tampered() {}

    /** With other releasers of every piece in motion. */
    static Allocation releasers(Allocation allocation, UnaryOperator<List<Releaser>> change) {
        Tenures.Changes tenures = allocation.holders().tenures().change();
        allocation
                .holders()
                .tenures()
                .inMotion()
                .forEach(piece -> tenures.set(
                        piece,
                        piece,
                        allocation
                                .tenureOf(piece)
                                .withReleasers(
                                        change.apply(allocation.tenureOf(piece).releasers()))));
        Holders holders = allocation.holders();
        return new Allocation(
                allocation.version(),
                allocation.pieces(),
                allocation.roster(),
                allocation.directives(),
                new Holders(holders.division(), tenures.done(), holders.copies()),
                allocation.history());
    }

    /**
     * A sighting in which a member is who its id says, whatever its incarnation: a member finds itself in the roster of its earlier
     * life, and others find that life's card.
     */
    static Sighting byId(Sighting sighting, Optional<Allocation> known, Optional<String> me) {
        Optional<Allocation> allocation = sighting.allocation().map(told -> asMyself(told, sighting.cards(), me));
        Optional<Roster> roster = allocation.or(() -> known).map(Allocation::roster);
        List<Card> cards = sighting.cards().stream()
                .map(card -> me.equals(Optional.of(card.member().id()))
                        ? card
                        : roster.flatMap(all -> all.find(card.member().id()))
                                .map(listed -> as(card, listed))
                                .orElse(card))
                .toList();
        return new Sighting(sighting.origin(), sighting.version(), allocation, cards, sighting.mayHaveForgotten());
    }

    private static Allocation asMyself(Allocation told, List<Card> cards, Optional<String> me) {
        Optional<Member> mine = cards.stream()
                .map(Card::member)
                .filter(member -> me.equals(Optional.of(member.id())))
                .findFirst();
        Roster roster = told.roster()
                .map(member -> mine.filter(one -> one.id().equals(member.id()))
                        .map(one -> member.withIncarnation(one.incarnation()))
                        .orElse(member));
        return new Allocation(told.version(), told.pieces(), roster, told.directives(), told.holders(), told.history());
    }

    private static Card as(Card card, Member listed) {
        return new Card(
                card.member().withIncarnation(listed.incarnation()),
                card.beat(),
                card.acknowledged(),
                card.state(),
                card.address(),
                card.timeToLive());
    }
}
