package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.testkit.simulation.PlantedBug;
import dev.divvy.testkit.simulation.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * The target of effects. External effects show their fence to a resource per piece, which refuses fences older than the newest it has seen.
 * Internal effects are part of the board's own database: they are decided at one moment, by the card and by the knowledge of the process.
 */
final class FencedResource {

    private final SimulationWorld world;
    /** By atom, the holding with the newest fence. */
    private final @Nullable SimulatedHolding[] newest = new SimulatedHolding[Scenario.MOST_PIECES];

    FencedResource(SimulationWorld world) {
        this.world = world;
    }

    void show(SimulatedHolding holding) {
        recordFence(holding);
        world.callHandler(() -> world.handler.fenceShown(holding.task()));
    }

    /** Receives an external effect. */
    void external(SimulatedHolding holding, Runnable effect) {
        SimulatedHolding newer = newerThan(holding);
        if (newer == null) {
            recordFence(holding);
        }
        world.checker.external(holding, newer);
        world.callHandler(effect);
    }

    private @Nullable SimulatedHolding newerThan(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            SimulatedHolding seen = newest[Long.numberOfTrailingZeros(left)];
            if (seen != null && holding.fence.olderThan(seen.fence)) {
                return seen;
            }
        }
        return null;
    }

    private void recordFence(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            SimulatedHolding seen = newest[atom];
            if (seen == null || seen.fence.olderThan(holding.fence)) {
                newest[atom] = holding;
            }
        }
    }

    /**
     * Receives an internal effect: it is committed if the board still has its lineage and the card of its incarnation, and its holding was
     * not released. Without the check of the lineage, a late join could bring an incarnation back to a flushed board, and its old work with
     * it.
     */
    void internal(SimulatedHolding holding) {
        SimulatedProcess process = holding.process;
        if (world.board.isDown() || process.requestsBlocked() || process.repliesBlocked()) {
            return;
        }
        BoardRecord record = world.board.record();
        boolean onBoard = record.cardOf(holding.incarnation).isPresent()
                && record.allocation()
                        .filter(known -> known.version().lineage().equals(holding.fence.lineage()))
                        .isPresent();
        boolean allowed = holding.mayComplete() || world.bugs.is(PlantedBug.FENCE_CHECKS_ONLY_INCARNATION);
        world.checker.internal(holding, onBoard && allowed);
    }
}
