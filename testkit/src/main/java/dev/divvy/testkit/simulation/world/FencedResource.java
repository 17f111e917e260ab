package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.testkit.simulation.PlantedBug;
import dev.divvy.testkit.simulation.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Where effects take place. Outward ones show their fence to a resource of each piece, which refuses what is older than the newest it
 * has seen. Inner ones are part of the board's own database: one moment decides, by the card and by what the process knows.
 */
final class FencedResource {

    private final SimulationWorld world;
    /** By atom, the holder with the newest fence. */
    private final @Nullable SimulatedHolding[] newest = new SimulatedHolding[Scenario.MOST_PIECES];

    FencedResource(SimulationWorld world) {
        this.world = world;
    }

    void show(SimulatedHolding holding) {
        see(holding);
        world.complaining(() -> world.handler.shown(holding.task()));
    }

    /** An outward effect arrives. */
    void effect(SimulatedHolding holding, Runnable effect) {
        SimulatedHolding newer = newerThan(holding);
        if (newer == null) {
            see(holding);
        }
        world.judge.outward(holding, newer);
        world.complaining(effect);
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

    private void see(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            SimulatedHolding seen = newest[atom];
            if (seen == null || seen.fence.olderThan(holding.fence)) {
                newest[atom] = holding;
            }
        }
    }

    /**
     * An inner effect: it is committed if the board is still of its lineage, the card of its life is there, and its holding was not
     * released. Without the lineage a late join could bring a life back to a board that was flushed, and its old work with it.
     */
    void inner(SimulatedHolding holding) {
        SimulatedProcess by = holding.by;
        if (world.board.isAway() || by.requestsCut() || by.answersCut()) {
            return;
        }
        BoardRecord record = world.board.record();
        boolean there = record.cardOf(holding.life).isPresent()
                && record.allocation()
                        .filter(known -> known.version().lineage().equals(holding.fence.lineage()))
                        .isPresent();
        boolean free = holding.mayComplete() || world.lies.is(PlantedBug.FENCE_CHECKS_ONLY_THE_INCARNATION);
        world.judge.inner(holding, there && free);
    }
}
