package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.Fault;
import dev.divvy.allocation.check.Finding;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.testkit.simulation.Violation;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks every published allocation, by itself and as a step from the one before. Its releasers are checked against the publisher's
 * knowledge; missing releasers also against the cards on the board now.
 */
final class PublicationChecker {

    private final SimulationWorld world;
    private final Set<Law> laws;

    PublicationChecker(SimulationWorld world) {
        this.world = world;
        this.laws = world.rules.planner().allocator().laws();
    }

    void check(SimulatedNetwork.SentRequest sent, BoardRecord board, Allocation next) {
        Checker.check(next, laws).forEach(finding -> report(finding, next));
        if (board.allocation().isEmpty() || next.isFounding()) {
            return;
        }
        Allocation current = board.allocation().get();
        if (!current.version().lineage().equals(next.version().lineage()) || current.epoch() >= next.epoch()) {
            return;
        }
        boolean forgotten = !sent.knowledge().memory().origin().equals(Optional.of(board.origin()));
        if (forgotten && world.losses.wasRolledBack()) {
            world.losses.forgottenPublished(world.now());
            return;
        }
        Allocation before = current.raisedTo(next.epoch() - 1);
        StepChecker.check(before, next, sent.knowledge().acknowledgements(), laws)
                .forEach(finding -> report(finding, next));
        if (current.pieces().equals(next.pieces())) {
            StepChecker.check(before, next, acknowledgements(board), laws).stream()
                    .filter(finding -> finding.fault() == Fault.RELEASER_MISSING)
                    .forEach(finding -> report(finding, next));
        }
    }

    private static Acknowledgements acknowledgements(BoardRecord board) {
        NavigableMap<Incarnation, Long> acknowledged = new TreeMap<>();
        board.cards().values().forEach(card -> acknowledged.put(card.incarnation(), card.acknowledged()));
        return Acknowledgements.of(acknowledged);
    }

    private void report(Finding finding, Allocation next) {
        Violation violation = finding.fault() == Fault.MOVED_MORE_THAN_NEEDED
                ? Violation.MOVED_MORE_THAN_NEEDED
                : Violation.INVALID_ALLOCATION;
        world.checker.report(violation, finding + " in " + next.version());
    }
}
