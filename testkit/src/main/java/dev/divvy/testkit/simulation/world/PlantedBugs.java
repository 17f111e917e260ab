package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
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

/** Plants a bug without touching the code under test: its messages are changed on the way out and on the way in. */
final class PlantedBugs {

    private final SimulationWorld world;
    private final Optional<PlantedBug> bug;

    PlantedBugs(SimulationWorld world, Optional<PlantedBug> bug) {
        this.world = world;
        this.bug = bug;
    }

    boolean is(PlantedBug candidate) {
        return bug.isPresent() && bug.get() == candidate;
    }

    // --- on the way out ---

    BoardRequest sent(SimulatedProcess from, BoardRequest request) {
        if (is(PlantedBug.ACKNOWLEDGE_SKIPPED_EPOCH) && request instanceof BoardRequest.Pulse pulse) {
            return acknowledgingEarly(from, pulse);
        }
        if (is(PlantedBug.ONLY_LAST_OWNER_RELEASES) && request instanceof BoardRequest.Publish publish) {
            Publication publication = publish.publication();
            Allocation next = Tampered.releasers(publication.next(), PlantedBugs::last);
            return new BoardRequest.Publish(
                    publish.number(),
                    publish.sentAt(),
                    publish.publisher(),
                    new Publication(publication.basis(), next, publication.requests()));
        }
        return request;
    }

    private static BoardRequest acknowledgingEarly(SimulatedProcess from, BoardRequest.Pulse pulse) {
        long known = from.state().holdings().basis().map(Allocation::epoch).orElse(0L);
        Card card = pulse.card();
        return from.state().holdings().releasing() && known - 1 > card.acknowledged()
                ? new BoardRequest.Pulse(
                        pulse.number(), pulse.sentAt(), card.withAcknowledged(known - 1), pulse.known())
                : pulse;
    }

    private static List<Releaser> last(List<Releaser> releasers) {
        return releasers.size() < 2 ? releasers : releasers.subList(releasers.size() - 1, releasers.size());
    }

    /** Called when a member leaves: with this bug its card is removed at once, while its work goes on. */
    void onLeave(SimulatedProcess process) {
        if (!is(PlantedBug.LEAVE_WHILE_HOLDING)) {
            return;
        }
        process.abandoned = true;
        process.state()
                .incarnation()
                .ifPresent(incarnation -> world.queue.in(world.schedule.latency(), () -> {
                    if (world.board.record().cardOf(incarnation).isPresent()) {
                        world.board.removeCard(incarnation);
                    }
                }));
        world.queue.in(world.rules.timing().timeToLive().toNanos(), () -> {
            if (!process.isCrashed()) {
                world.processes.left(process);
            }
        });
    }

    // --- on the way in ---

    void pulsed(SimulatedProcess to, BoardRequest.Pulse pulse, Optional<BoardSnapshot> answer) {
        ProtocolAgent agent = to.agent();
        Timing timing = world.rules.timing();
        long now = to.local();
        BoardRequest.Pulse changed = pulse;
        Optional<BoardSnapshot> seen = answer.map(snapshot -> tampered(to, snapshot));
        if (is(PlantedBug.LEASE_COUNTED_FROM_REPLY)) {
            changed = sentAt(pulse, now);
        } else if (is(PlantedBug.LEASE_WITHOUT_MARGIN)) {
            changed = sentAt(pulse, pulse.sentAt() + timing.margin().toNanos());
        } else if (is(PlantedBug.GAIN_AFTER_DEADLINE)
                && now >= pulse.sentAt() + timing.lease().toNanos()) {
            now = pulse.sentAt();
        } else if (is(PlantedBug.OLD_SNAPSHOT_APPLIED)) {
            changed = agent.outstanding()
                    .filter(BoardRequest.Pulse.class::isInstance)
                    .map(BoardRequest.Pulse.class::cast)
                    .filter(newest ->
                            newest.card().incarnation().equals(pulse.card().incarnation()))
                    .orElse(pulse);
        }
        agent.pulsed(changed, seen, now);
    }

    private static BoardRequest.Pulse sentAt(BoardRequest.Pulse pulse, long time) {
        return new BoardRequest.Pulse(pulse.number(), time, pulse.card(), pulse.known());
    }

    private BoardSnapshot tampered(SimulatedProcess to, BoardSnapshot snapshot) {
        if (is(PlantedBug.GRANT_WITHOUT_WAITING)) {
            return new BoardSnapshot(
                    snapshot.origin(),
                    snapshot.version(),
                    snapshot.allocation().map(allocation -> Tampered.releasers(allocation, releasers -> List.of())),
                    snapshot.cards(),
                    snapshot.mayHaveForgotten());
        }
        if (is(PlantedBug.ORIGIN_NOT_COMPARED)) {
            return new BoardSnapshot(
                    "any", snapshot.version(), snapshot.allocation(), snapshot.cards(), snapshot.mayHaveForgotten());
        }
        return is(PlantedBug.ROSTER_MATCHED_BY_ID)
                ? Tampered.byId(
                        snapshot,
                        to.state().view().allocation(),
                        to.state().incarnation().map(Incarnation::member))
                : snapshot;
    }

    /** Tampered allocations and snapshots for planted bugs. */
    private static final class Tampered {

        private Tampered() {}

        /** Returns an allocation with other releasers of every piece in motion. */
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
            return new Allocation(
                    allocation.version(),
                    allocation.pieces(),
                    allocation.roster(),
                    allocation.directives(),
                    allocation.holders().withTenures(tenures.done()),
                    allocation.history());
        }

        /**
         * Returns a snapshot in which a member is identified by its id alone, whatever its incarnation: a member finds itself in the roster
         * under its earlier incarnation, and others find a card of that incarnation.
         */
        static BoardSnapshot byId(BoardSnapshot snapshot, Optional<Allocation> known, Optional<String> me) {
            Optional<Allocation> allocation =
                    snapshot.allocation().map(received -> asOwnIncarnation(received, snapshot.cards(), me));
            Optional<Roster> roster = allocation.or(() -> known).map(Allocation::roster);
            List<Card> cards = snapshot.cards().stream()
                    .map(card -> me.equals(Optional.of(card.member().id()))
                            ? card
                            : roster.flatMap(all -> all.find(card.member().id()))
                                    .map(listed -> withIncarnationOf(card, listed))
                                    .orElse(card))
                    .toList();
            return new BoardSnapshot(
                    snapshot.origin(), snapshot.version(), allocation, cards, snapshot.mayHaveForgotten());
        }

        private static Allocation asOwnIncarnation(Allocation received, List<Card> cards, Optional<String> me) {
            Optional<Member> own = cards.stream()
                    .map(Card::member)
                    .filter(member -> me.equals(Optional.of(member.id())))
                    .findFirst();
            Roster roster = received.roster()
                    .map(member -> own.filter(self -> self.id().equals(member.id()))
                            .map(self ->
                                    member.withIncarnation(self.incarnation().number()))
                            .orElse(member));
            return new Allocation(
                    received.version(),
                    received.pieces(),
                    roster,
                    received.directives(),
                    received.holders(),
                    received.history());
        }

        private static Card withIncarnationOf(Card card, Member listed) {
            return new Card(
                    card.member().withIncarnation(listed.incarnation().number()),
                    card.beat(),
                    card.acknowledged(),
                    card.state(),
                    card.address(),
                    card.timeToLive());
        }
    }
}
