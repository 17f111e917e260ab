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
 * Checks every allocation that is hung up, by itself and as a step from the one before. Who must still let go is judged by what the
 * publisher had seen; that nobody was forgotten also by what is on the board now.
 */
final class PublicationChecker {

    private final SimulationWorld world;
    private final Set<Law> laws;

    PublicationChecker(SimulationWorld world) {
        this.world = world;
        this.laws = world.rules.planner().allocator().laws();
    }

    void check(SimulatedNetwork.Letter letter, BoardRecord board, Allocation next) {
        Checker.check(next, laws).forEach(finding -> found(finding, next));
        if (board.allocation().isEmpty() || next.isFounding()) {
            return;
        }
        Allocation there = board.allocation().get();
        if (!there.version().lineage().equals(next.version().lineage()) || there.epoch() >= next.epoch()) {
            return;
        }
        boolean forgotten = !letter.outlook().memory().origin().equals(Optional.of(board.origin()));
        if (forgotten && world.losses.wasSetBack()) {
            world.losses.overtaken(world.now());
            return;
        }
        Allocation before = there.raisedTo(next.epoch() - 1);
        StepChecker.check(before, next, letter.outlook().view().witness(), laws)
                .forEach(finding -> found(finding, next));
        if (there.pieces().equals(next.pieces())) {
            StepChecker.check(before, next, witness(board), laws).stream()
                    .filter(finding -> finding.fault() == Fault.RELEASER_FORGOTTEN)
                    .forEach(finding -> found(finding, next));
        }
    }

    private static Acknowledgements witness(BoardRecord board) {
        NavigableMap<Incarnation, Long> acknowledged = new TreeMap<>();
        board.cards().values().forEach(card -> acknowledged.put(card.life(), card.acknowledged()));
        return Acknowledgements.of(acknowledged);
    }

    private void found(Finding finding, Allocation next) {
        Violation violation = finding.fault() == Fault.MOVED_MORE_THAN_NEEDED
                ? Violation.MOVED_MORE_THAN_NEEDED
                : Violation.ALLOCATION_FAULT;
        world.judge.found(violation, finding + " in " + next.version());
    }
}
