package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.testkit.simulation.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the board's present memory has seen: every version that hung there and every life that was taken off. */
final class BoardHistory {

    /** How much of it there was at one moment. */
    record Mark(int minted, int lives) {}

    private final SimulationWorld world;
    private final List<Version> minted = new ArrayList<>();
    private final Set<Version> versions = new HashSet<>();
    private final List<Incarnation> lives = new ArrayList<>();
    private final Set<Incarnation> known = new HashSet<>();

    BoardHistory(SimulationWorld world) {
        this.world = world;
    }

    void put(Incarnation life) {
        if (known.contains(life)) {
            world.judge.found(Violation.INCARNATION_RETURNED, life + " is put on the board again");
        } else {
            lives.add(life);
            known.add(life);
        }
    }

    void taken(Incarnation life) {
        world.tell("board", "takes off", life);
    }

    void minted(Optional<Version> before, Version next) {
        if (!versions.add(next)) {
            world.judge.found(Violation.EPOCH_MINTED_TWICE, next + " hung on the board before");
        }
        before.filter(was -> !was.lineage().equals(next.lineage()) || was.epoch() >= next.epoch())
                .ifPresent(was ->
                        world.judge.found(Violation.EPOCH_WENT_BACK, "on the board, from " + was + " to " + next));
        minted.add(next);
    }

    Mark mark() {
        return new Mark(minted.size(), lives.size());
    }

    void flushed() {
        truncate(new Mark(0, 0));
        world.losses.flushed(world.board.record().origin(), world.now());
    }

    void setBack(Mark to, long at) {
        truncate(to);
        world.losses.setBack(world.board.record().origin(), world.now(), at);
    }

    private void truncate(Mark to) {
        List<Version> after = minted.subList(to.minted(), minted.size());
        after.forEach(versions::remove);
        after.clear();
        List<Incarnation> lost = lives.subList(to.lives(), lives.size());
        lost.forEach(known::remove);
        lost.clear();
    }
}
