package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import java.util.Optional;

/** An exclusive job of one process: asked for, run for a while when everybody has let go, and ended. */
final class SimulatedJob {

    private final SimulationWorld world;
    private final SimulatedProcess process;
    /** The life that asked for it, until it is given back. */
    private Optional<Incarnation> asked = Optional.empty();

    private boolean running;

    SimulatedJob(SimulationWorld world, SimulatedProcess process) {
        this.world = world;
        this.process = process;
    }

    /** Whether it does its work at this moment. */
    boolean runs() {
        return running && !process.isCrashed() && process.standing().mayRunAlone(process.local());
    }

    boolean isAsked() {
        return asked.isPresent();
    }

    void ask() {
        process.standing().life().ifPresent(life -> {
            asked = Optional.of(life);
            process.agent().ask(new Change.Exclusive(life));
        });
    }

    /** It may run: as asked, or because what was asked long ago came late. Not if it was given back meanwhile: others soon begin. */
    void mayRun() {
        if (isGivenBack()) {
            return;
        }
        running = true;
        asked = process.standing().life();
        world.tally.job();
        long span = world.weather.stormy() ? world.dice.spread(1_000_000, 8_000_000_000L) : 10_000_000;
        world.agenda.in(span, () -> process.inside(this::giveBack));
    }

    private boolean isGivenBack() {
        return process.standing().asked().stream().anyMatch(one -> one.change() instanceof Change.Share);
    }

    void mustStop() {
        running = false;
    }

    /** It has ended, or will not begin: the group may share its pieces again. */
    void giveBack() {
        running = false;
        asked.ifPresent(life -> process.agent().ask(new Change.Share(life)));
        asked = Optional.empty();
    }
}
