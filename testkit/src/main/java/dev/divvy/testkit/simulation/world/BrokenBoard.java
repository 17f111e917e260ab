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

/** A board that neglects one of its duties. */
final class BrokenBoard extends SimulatedBoard {

    private final PlantedBug mistake;
    /** When each card was last renewed, by the board's wall clock. */
    private final NavigableMap<Incarnation, Long> renewed = new TreeMap<>();

    BrokenBoard(SimulationWorld world, PlantedBug mistake) {
        super(world);
        this.mistake = mistake;
    }

    @Override
    Admission admission(Card card) {
        Card there = record().cards().get(card.life().member());
        return switch (mistake) {
            case INCARNATION_REUSED, LATE_JOIN_AFTER_REMOVAL ->
                there == null ? new Admission.Admitted() : new Admission.Occupied(there);
            default -> super.admission(card);
        };
    }

    @Override
    Optional<PulseRead> renew(BoardRequest.Pulse pulse) {
        if (mistake == PlantedBug.PULSE_REVIVES_THE_EJECTED
                && record().cardOf(pulse.card().life()).isEmpty()) {
            put(pulse.card());
        }
        if (mistake == PlantedBug.EJECTION_BY_WALL_CLOCK) {
            sweep(pulse.card().life());
        }
        return super.renew(pulse);
    }

    private void sweep(Incarnation renewing) {
        long now = world.wallClocks.of(WallClocks.BOARD, world.now());
        renewed.put(renewing, now);
        long ttl = world.rules.timing().timeToLive().toNanos();
        List<Incarnation> over = record().cards().values().stream()
                .map(Card::life)
                .filter(life -> now - renewed.getOrDefault(life, now) > ttl)
                .toList();
        over.forEach(this::take);
    }

    @Override
    boolean mayPublish(Incarnation publisher, Optional<Version> basis) {
        return mistake == PlantedBug.PUBLISH_WITHOUT_COMPARING
                ? record().cardOf(publisher).isPresent()
                : super.mayPublish(publisher, basis);
    }

    @Override
    PulseRead reading(Optional<Version> known) {
        if (mistake != PlantedBug.CARDS_BEFORE_ALLOCATION) {
            return super.reading(known);
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
