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

/**
 * Checks a calm window: after a while every piece must be held, and every process must be on the board, wait for nothing, and be up to
 * date.
 */
final class CalmCheck {

    /** A condition that is not met yet. */
    private record Problem(Violation violation, String text) {}

    private final SimulationWorld world;
    private final FaultSchedule.Phase phase;
    private boolean recovered;

    CalmCheck(SimulationWorld world, FaultSchedule.Phase phase) {
        this.world = world;
        this.phase = phase;
    }

    /** Called after every event of this window. */
    void check() {
        long now = world.now();
        boolean due = now >= phase.recovered();
        if (recovered && !due) {
            return;
        }
        List<Problem> problems =
                Stream.of(waiting(), unheld()).flatMap(Optional::stream).toList();
        if (due) {
            problems.forEach(problem -> world.checker.report(
                    problem.violation(), problem.text() + ", calm for " + (now - phase.calm()) / 1_000_000 + " ms"));
        } else if (problems.isEmpty()) {
            recovered = true;
            world.stats.recoveredAfter(now - phase.calm());
        }
    }

    private Optional<Problem> waiting() {
        BoardRecord board = world.board.record();
        for (SimulatedProcess process : world.processes.all()) {
            Optional<Problem> problem = problemOf(process, board);
            if (problem.isPresent()) {
                return problem;
            }
        }
        if (board.cards().size() > world.processes.all().size()) {
            return waiting("the cards " + board.cards().keySet() + " are too many");
        }
        return Optional.empty();
    }

    private Optional<Problem> unheld() {
        return world.board.record().allocation().map(this::unheld).orElse(unowned("there is no allocation"));
    }

    private Optional<Problem> problemOf(SimulatedProcess process, BoardRecord board) {
        String id = process.id();
        if (process.state().self().leaving()) {
            return waiting(id + " has not left");
        }
        Optional<Card> card = process.state().incarnation().flatMap(board::cardOf);
        if (card.isEmpty()) {
            return waiting(id + " is not on the board");
        }
        if (card.get().state() != CardState.RUNNING) {
            return waiting(id + " is " + card.get().state());
        }
        if (!process.state().requests().isEmpty()) {
            return waiting(
                    id + " has not replied to the requests " + process.state().requests());
        }
        long epoch = board.allocation().map(Allocation::epoch).orElse(0L);
        long floor = process.state().knowledge().memory().floor();
        return floor > epoch
                ? waiting(id + " remembers epoch " + floor + " but the board is at " + epoch)
                : Optional.empty();
    }

    private Optional<Problem> unheld(Allocation allocation) {
        long all = world.atoms.of(allocation.pieces(), allocation.pieces().all());
        for (SimulatedProcess process : world.processes.all()) {
            if (process.leaseRuns()) {
                all &= ~process.atoms();
            }
        }
        return all == 0
                ? Optional.empty()
                : unowned("pieces are held by no member, as bits: " + Long.toBinaryString(all));
    }

    private static Optional<Problem> waiting(String text) {
        return Optional.of(new Problem(Violation.WAITING_TOO_LONG, text));
    }

    private static Optional<Problem> unowned(String text) {
        return Optional.of(new Problem(Violation.UNOWNED_TOO_LONG, text));
    }
}
