package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Change;
import java.util.Optional;

/** An exclusive job of one process: requested, run for a while when all members have released their pieces, and ended. */
final class SimulatedJob {

    private final SimulationWorld world;
    private final SimulatedProcess process;
    /** The incarnation that requested it, until it ends. */
    private Optional<Incarnation> requestedBy = Optional.empty();

    private boolean running;

    SimulatedJob(SimulationWorld world, SimulatedProcess process) {
        this.world = world;
        this.process = process;
    }

    /** Whether it runs at this moment. */
    boolean runs() {
        return running && !process.isCrashed() && process.state().mayRunAlone(process.local());
    }

    boolean isRequested() {
        return requestedBy.isPresent();
    }

    void request() {
        process.state().incarnation().ifPresent(incarnation -> {
            requestedBy = Optional.of(incarnation);
            process.agent().request(new Change.Exclusive(incarnation));
        });
    }

    /**
     * Starts the job: as requested, or because an old request was granted late. Not if its end was requested in the meantime: other members
     * soon begin.
     */
    void start() {
        if (isEnding()) {
            return;
        }
        running = true;
        requestedBy = process.state().incarnation();
        world.stats.job();
        long span = world.schedule.isFaulty() ? world.random.spread(1_000_000, 8_000_000_000L) : 10_000_000;
        world.queue.in(span, () -> process.runAgent(this::end));
    }

    private boolean isEnding() {
        return process.state().requests().stream().anyMatch(pending -> pending.change() instanceof Change.EndExclusive);
    }

    void stop() {
        running = false;
    }

    /** Ends the job, or withdraws the request: the group may divide its pieces again. */
    void end() {
        running = false;
        requestedBy.ifPresent(incarnation -> process.agent().request(new Change.EndExclusive(incarnation)));
        requestedBy = Optional.empty();
    }
}
