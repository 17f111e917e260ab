package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.testkit.simulation.PlantedBug;
import dev.divvy.testkit.simulation.random.WallClocks;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A board that violates one of its obligations. */
final class BrokenBoard extends SimulatedBoard {

    private final PlantedBug bug;
    /** The time of each card's last renewal, on the board's wall clock. */
    private final NavigableMap<Incarnation, Long> renewed = new TreeMap<>();

    BrokenBoard(SimulationWorld world, PlantedBug bug) {
        super(world);
        this.bug = bug;
    }

    @Override
    Admission admission(Card card) {
        Card present = record().cards().get(card.incarnation().member());
        return switch (bug) {
            case INCARNATION_REUSED, LATE_JOIN_AFTER_REMOVAL ->
                present == null ? new Admission.Admitted() : new Admission.Occupied(present);
            default -> super.admission(card);
        };
    }

    @Override
    Optional<PulseRead> renew(BoardRequest.Pulse pulse) {
        if (bug == PlantedBug.PULSE_REVIVES_EJECTED_MEMBER
                && record().cardOf(pulse.card().incarnation()).isEmpty()) {
            addCard(pulse.card());
        }
        if (bug == PlantedBug.EJECTION_BY_WALL_CLOCK) {
            ejectExpired(pulse.card().incarnation());
        }
        return super.renew(pulse);
    }

    private void ejectExpired(Incarnation renewing) {
        long now = world.wallClocks.of(WallClocks.BOARD, world.now());
        renewed.put(renewing, now);
        long ttl = world.rules.timing().timeToLive().toNanos();
        List<Incarnation> expired = record().cards().values().stream()
                .map(Card::incarnation)
                .filter(incarnation -> now - renewed.getOrDefault(incarnation, now) > ttl)
                .toList();
        expired.forEach(this::removeCard);
    }

    @Override
    boolean mayPublish(Incarnation publisher, Optional<Version> basis) {
        return bug == PlantedBug.PUBLISH_WITHOUT_COMPARE
                ? record().cardOf(publisher).isPresent()
                : super.mayPublish(publisher, basis);
    }

    @Override
    PulseRead startRead(Optional<Version> known) {
        if (bug != PlantedBug.CARDS_READ_BEFORE_ALLOCATION) {
            return super.startRead(known);
        }
        return new PulseRead(this, known) {
            @Override
            void first() {
                readCards();
            }

            @Override
            void second() {
                readAllocation();
            }
        };
    }
}
