package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import dev.divvy.testkit.simulation.Handler;

/** One tenure of one piece in one process, from gaining it to having released it. Modified only by its process. */
final class SimulatedHolding {

    /** The progress of the release. */
    enum State {
        HELD,
        RELEASING,
        RELEASED,
        DROPPED
    }

    final SimulatedProcess process;
    final Incarnation incarnation;
    final String piece;
    final long atoms;
    final Fence fence;
    /** The number of this gain among all gains of the simulation. */
    final long gain;
    /** The real time of the gain; if the board had forgotten its basis by then, the time at which it forgot. */
    final long at;

    State state = State.HELD;
    /** Whether work on it is in flight. */
    boolean busy;
    /** Whether the work in flight will exceed the grace time. */
    boolean overrunsGrace;
    /** Whether its fence was shown, or need not be. */
    boolean shown;

    SimulatedHolding(
            SimulatedProcess process,
            Incarnation incarnation,
            String piece,
            long atoms,
            Fence fence,
            long gain,
            long at) {
        this.process = process;
        this.incarnation = incarnation;
        this.piece = piece;
        this.atoms = atoms;
        this.fence = fence;
        this.gain = gain;
        this.at = at;
    }

    Handler.Task task() {
        return new Handler.Task(incarnation.member(), piece, fence);
    }

    /** Whether work in flight may still complete, as far as its process knows. */
    boolean mayComplete() {
        return state == State.HELD || state == State.RELEASING;
    }

    @Override
    public String toString() {
        return "piece " + piece + " of " + incarnation + " with fence " + fence;
    }
}
