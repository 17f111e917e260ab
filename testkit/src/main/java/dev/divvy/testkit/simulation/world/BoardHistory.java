package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.testkit.simulation.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The history of the board's current memory: every version that was published and every incarnation that joined. */
final class BoardHistory {

    /** The length of the history at one moment. */
    record Mark(int published, int incarnations) {}

    private final SimulationWorld world;
    private final List<Version> published = new ArrayList<>();
    private final Set<Version> versions = new HashSet<>();
    private final List<Incarnation> incarnations = new ArrayList<>();
    private final Set<Incarnation> known = new HashSet<>();

    BoardHistory(SimulationWorld world) {
        this.world = world;
    }

    void joined(Incarnation incarnation) {
        if (known.contains(incarnation)) {
            world.checker.report(Violation.INCARNATION_RETURNED, incarnation + " joins the board again");
        } else {
            incarnations.add(incarnation);
            known.add(incarnation);
        }
    }

    void removed(Incarnation incarnation) {
        world.log("board", "removes", incarnation);
    }

    void published(Optional<Version> before, Version next) {
        if (!versions.add(next)) {
            world.checker.report(Violation.EPOCH_PUBLISHED_TWICE, next + " was published before");
        }
        before.filter(was -> !was.lineage().equals(next.lineage()) || was.epoch() >= next.epoch())
                .ifPresent(was ->
                        world.checker.report(Violation.EPOCH_DECREASED, "on the board, from " + was + " to " + next));
        published.add(next);
    }

    Mark mark() {
        return new Mark(published.size(), incarnations.size());
    }

    void flushed() {
        truncate(new Mark(0, 0));
        world.losses.flushed(world.board.record().origin(), world.now());
    }

    void rolledBack(Mark to, long at) {
        truncate(to);
        world.losses.rolledBack(world.board.record().origin(), world.now(), at);
    }

    private void truncate(Mark to) {
        List<Version> after = published.subList(to.published(), published.size());
        after.forEach(versions::remove);
        after.clear();
        List<Incarnation> lost = incarnations.subList(to.incarnations(), incarnations.size());
        lost.forEach(known::remove);
        lost.clear();
    }
}
