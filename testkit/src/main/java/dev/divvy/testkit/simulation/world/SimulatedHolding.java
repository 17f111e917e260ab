package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import dev.divvy.testkit.simulation.Handler;

/** One tenure of one piece in one process, from gaining it to having let go. Written by its process only. */
final class SimulatedHolding {

    /** How far it has come. */
    enum State {
        HELD,
        LETTING_GO,
        RELEASED,
        DROPPED
    }

    final SimulatedProcess by;
    final Incarnation life;
    final String piece;
    final long atoms;
    final Fence fence;
    /** Counts all gains of a simulation. */
    final long gain;
    /** When it was gained, in real time; if the board had forgotten by then what it was gained by, when it forgot. */
    final long at;

    State state = State.HELD;
    /** Work is in flight on it. */
    boolean busy;
    /** The work in flight will not end in time. */
    boolean stubborn;
    /** Its fence was shown, or need not be. */
    boolean shown;

    SimulatedHolding(SimulatedProcess by, Incarnation life, String piece, long atoms, Fence fence, long gain, long at) {
        this.by = by;
        this.life = life;
        this.piece = piece;
        this.atoms = atoms;
        this.fence = fence;
        this.gain = gain;
        this.at = at;
    }

    Handler.Task task() {
        return new Handler.Task(life.member(), piece, fence);
    }

    /** Whether what is in flight may still complete, by all that its process knows. */
    boolean mayComplete() {
        return state == State.HELD || state == State.LETTING_GO;
    }

    @Override
    public String toString() {
        return "piece " + piece + " of " + life + " with fence " + fence;
    }
}
