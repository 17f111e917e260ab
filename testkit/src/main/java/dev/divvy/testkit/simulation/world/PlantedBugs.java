package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tenures;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.Publication;
import dev.divvy.testkit.simulation.PlantedBug;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Plants a mistake without touching the code under test: what it says is changed on the way out, what it hears on the way in. */
final class PlantedBugs {

    private final SimulationWorld world;
    private final Optional<PlantedBug> mistake;

    PlantedBugs(SimulationWorld world, Optional<PlantedBug> mistake) {
        this.world = world;
        this.mistake = mistake;
    }

    boolean is(PlantedBug one) {
        return mistake.isPresent() && mistake.get() == one;
    }

    // --- on the way out ---

    BoardRequest sent(SimulatedProcess from, BoardRequest request) {
        if (is(PlantedBug.ACKNOWLEDGE_A_SKIPPED_EPOCH) && request instanceof BoardRequest.Pulse pulse) {
            return acknowledgingTooMuch(from, pulse);
        }
        if (is(PlantedBug.ONLY_THE_LAST_OWNER_RELEASES) && request instanceof BoardRequest.Publish publish) {
            Publication told = publish.publication();
            Allocation next = Tampered.releasers(told.next(), PlantedBugs::last);
            return new BoardRequest.Publish(
                    publish.number(),
                    publish.sentAt(),
                    publish.publisher(),
                    new Publication(told.basis(), next, told.asked()));
        }
        return request;
    }

    private static BoardRequest acknowledgingTooMuch(SimulatedProcess from, BoardRequest.Pulse pulse) {
        long known = from.standing().holdings().basis().map(Allocation::epoch).orElse(0L);
        Card card = pulse.card();
        return from.standing().holdings().lettingGo() && known - 1 > card.acknowledged()
                ? new BoardRequest.Pulse(
                        pulse.number(), pulse.sentAt(), card.withAcknowledged(known - 1), pulse.known())
                : pulse;
    }

    private static List<Releaser> last(List<Releaser> releasers) {
        return releasers.size() < 2 ? releasers : releasers.subList(releasers.size() - 1, releasers.size());
    }

    /** A member leaves: in the mistake it takes its card off at once, while its work goes on. */
    void leaving(SimulatedProcess process) {
        if (!is(PlantedBug.WITHDRAW_WHILE_HOLDING)) {
            return;
        }
        process.deserted = true;
        process.standing()
                .life()
                .ifPresent(life -> world.agenda.in(world.weather.latency(), () -> {
                    if (world.board.record().cardOf(life).isPresent()) {
                        world.board.take(life);
                    }
                }));
        world.agenda.in(world.rules.timing().timeToLive().toNanos(), () -> {
            if (!process.isCrashed()) {
                world.crowd.left(process);
            }
        });
    }

    // --- on the way in ---

    void pulsed(SimulatedProcess to, BoardRequest.Pulse pulse, Optional<BoardSnapshot> answer) {
        ProtocolAgent agent = to.agent();
        Timing timing = world.rules.timing();
        long now = to.local();
        BoardRequest.Pulse told = pulse;
        Optional<BoardSnapshot> seen = answer.map(sighting -> shown(to, sighting));
        if (is(PlantedBug.LEASE_FROM_THE_ANSWER)) {
            told = sentAt(pulse, now);
        } else if (is(PlantedBug.NO_MARGIN)) {
            told = sentAt(pulse, pulse.sentAt() + timing.margin().toNanos());
        } else if (is(PlantedBug.GAIN_AFTER_THE_DEADLINE)
                && now >= pulse.sentAt() + timing.lease().toNanos()) {
            now = pulse.sentAt();
        } else if (is(PlantedBug.OLD_SIGHTING_APPLIED)) {
            told = agent.outstanding()
                    .filter(BoardRequest.Pulse.class::isInstance)
                    .map(BoardRequest.Pulse.class::cast)
                    .filter(newest -> newest.card().life().equals(pulse.card().life()))
                    .orElse(pulse);
        }
        agent.pulsed(told, seen, now);
    }

    private static BoardRequest.Pulse sentAt(BoardRequest.Pulse pulse, long when) {
        return new BoardRequest.Pulse(pulse.number(), when, pulse.card(), pulse.known());
    }

    private BoardSnapshot shown(SimulatedProcess to, BoardSnapshot sighting) {
        if (is(PlantedBug.GRANT_WITHOUT_WAITING)) {
            return new BoardSnapshot(
                    sighting.origin(),
                    sighting.version(),
                    sighting.allocation().map(one -> Tampered.releasers(one, releasers -> List.of())),
                    sighting.cards(),
                    sighting.mayHaveForgotten());
        }
        if (is(PlantedBug.ORIGIN_NOT_COMPARED)) {
            return new BoardSnapshot(
                    "any", sighting.version(), sighting.allocation(), sighting.cards(), sighting.mayHaveForgotten());
        }
        return is(PlantedBug.ROSTER_BY_ID)
                ? Tampered.byId(
                        sighting,
                        to.standing().view().allocation(),
                        to.standing().life().map(Incarnation::member))
                : sighting;
    }

    /** Allocations and sightings that were changed on their way, for planted mistakes. */
    private static final class Tampered {

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
                                    .withReleasers(change.apply(
                                            allocation.tenureOf(piece).releasers()))));
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
        static BoardSnapshot byId(BoardSnapshot sighting, Optional<Allocation> known, Optional<String> me) {
            Optional<Allocation> allocation = sighting.allocation().map(told -> asMyself(told, sighting.cards(), me));
            Optional<Roster> roster = allocation.or(() -> known).map(Allocation::roster);
            List<Card> cards = sighting.cards().stream()
                    .map(card -> me.equals(Optional.of(card.member().id()))
                            ? card
                            : roster.flatMap(all -> all.find(card.member().id()))
                                    .map(listed -> as(card, listed))
                                    .orElse(card))
                    .toList();
            return new BoardSnapshot(
                    sighting.origin(), sighting.version(), allocation, cards, sighting.mayHaveForgotten());
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
            return new Allocation(
                    told.version(), told.pieces(), roster, told.directives(), told.holders(), told.history());
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
}
