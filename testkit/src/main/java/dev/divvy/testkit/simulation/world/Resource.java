package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.testkit.simulation.Mistake;
import dev.divvy.testkit.simulation.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Where effects take place. Outward ones show their fence to a resource of each piece, which refuses what is older than the newest it
 * has seen. Inner ones are part of the board's own database: one moment decides, by the card and by what the process knows.
 */
final class Resource {

    private final World world;
    /** By atom, the holder with the newest fence. */
    private final @Nullable Holding[] newest = new Holding[Scenario.MOST_PIECES];

    Resource(World world) {
        this.world = world;
    }

    void show(Holding holding) {
        see(holding);
        world.complaining(() -> world.handler.shown(holding.task()));
    }

    /** An outward effect arrives. */
    void effect(Holding holding, Runnable effect) {
        Holding newer = newerThan(holding);
        if (newer == null) {
            see(holding);
        }
        world.judge.outward(holding, newer);
        world.complaining(effect);
    }

    private @Nullable Holding newerThan(Holding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            Holding seen = newest[Long.numberOfTrailingZeros(left)];
            if (seen != null && holding.fence.olderThan(seen.fence)) {
                return seen;
            }
        }
        return null;
    }

    private void see(Holding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            Holding seen = newest[atom];
            if (seen == null || seen.fence.olderThan(holding.fence)) {
                newest[atom] = holding;
            }
        }
    }

    /**
     * An inner effect: it is committed if the board is still of its lineage, the card of its life is there, and its holding was not
     * released. Without the lineage a late join could bring a life back to a board that was flushed, and its old work with it.
     */
    void inner(Holding holding) {
        MemberProcess by = holding.by;
        if (world.board.isAway() || by.requestsCut() || by.answersCut()) {
            return;
        }
        BoardRecord record = world.board.record();
        boolean there = record.cardOf(holding.life).isPresent()
                && record.allocation()
                        .filter(known -> known.version().lineage().equals(holding.fence.lineage()))
                        .isPresent();
        boolean free = holding.mayComplete() || world.lies.is(Mistake.FENCE_CHECKS_ONLY_THE_INCARNATION);
        world.judge.inner(holding, there && free);
    }
}
