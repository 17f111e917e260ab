package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.testkit.simulation.Violation;
import dev.divvy.testkit.simulation.random.FaultSchedule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A calm window: after a while every piece must be held, and every process be on the board, wait for nothing, and know enough. */
final class CalmCheck {

    /** What is not well yet. */
    private record Ill(Violation violation, String text) {}

    private final SimulationWorld world;
    private final FaultSchedule.Phase phase;
    private boolean well;

    CalmCheck(SimulationWorld world, FaultSchedule.Phase phase) {
        this.world = world;
        this.phase = phase;
    }

    /** After every event of this window. */
    void look() {
        long now = world.now();
        boolean must = now >= phase.well();
        if (well && !must) {
            return;
        }
        List<Ill> ill = Stream.of(waits(), unheld()).flatMap(Optional::stream).toList();
        if (must) {
            ill.forEach(one -> world.judge.found(
                    one.violation(), one.text() + ", calm for " + (now - phase.calm()) / 1_000_000 + " ms"));
        } else if (ill.isEmpty()) {
            well = true;
            world.tally.calmAfter(now - phase.calm());
        }
    }

    private Optional<Ill> waits() {
        BoardRecord board = world.board.record();
        for (SimulatedProcess process : world.crowd.all()) {
            Optional<Ill> one = ill(process, board);
            if (one.isPresent()) {
                return one;
            }
        }
        if (board.cards().size() > world.crowd.all().size()) {
            return waiting("the cards " + board.cards().keySet() + " are too many");
        }
        return Optional.empty();
    }

    private Optional<Ill> unheld() {
        return world.board.record().allocation().map(this::unheld).orElse(unowned("there is no allocation"));
    }

    private Optional<Ill> ill(SimulatedProcess process, BoardRecord board) {
        String who = process.id();
        if (process.standing().self().leaving()) {
            return waiting(who + " has not left");
        }
        Optional<Card> card = process.standing().life().flatMap(board::cardOf);
        if (card.isEmpty()) {
            return waiting(who + " is not on the board");
        }
        if (card.get().state() != CardState.RUNNING) {
            return waiting(who + " is " + card.get().state());
        }
        if (!process.standing().asked().isEmpty()) {
            return waiting(who + " was asked and has not answered "
                    + process.standing().asked());
        }
        long epoch = board.allocation().map(Allocation::epoch).orElse(0L);
        long floor = process.standing().outlook().memory().floor();
        return floor > epoch
                ? waiting(who + " remembers epoch " + floor + ", and the board is at " + epoch)
                : Optional.empty();
    }

    private Optional<Ill> unheld(Allocation allocation) {
        long all = world.atoms.of(allocation.pieces(), allocation.pieces().all());
        for (SimulatedProcess process : world.crowd.all()) {
            if (process.leaseRuns()) {
                all &= ~process.atoms();
            }
        }
        return all == 0 ? Optional.empty() : unowned("pieces are held by nobody, as bits: " + Long.toBinaryString(all));
    }

    private static Optional<Ill> waiting(String text) {
        return Optional.of(new Ill(Violation.WAITING_TOO_LONG, text));
    }

    private static Optional<Ill> unowned(String text) {
        return Optional.of(new Ill(Violation.UNOWNED_TOO_LONG, text));
    }
}
