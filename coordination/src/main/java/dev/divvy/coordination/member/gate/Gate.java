package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The way to work on one held piece, for any number of threads: open while the piece is held; closed when it is lost, so that nothing new
 * begins while what is inside may finish; void when it is let go of. Only the pulse thread closes and voids.
 *
 * <p>One number says all: how many are inside, and two bits. So nobody can come in between the question whether all are out and its answer.
 */
public final class Gate {

    private static final long CLOSED = 1L << 62;
    private static final long VOID = 1L << 61;
    private static final long INSIDE = VOID - 1;

    private static final AtomicLongFieldUpdater<Gate> STATE = AtomicLongFieldUpdater.newUpdater(Gate.class, "state");

    private final String piece;
    private final Incarnation life;
    private final Fence fence;
    private final boolean awaited;

    /** Here and not in an object of its own: whoever serves requests asks for it each time. */
    private volatile long state;

    /** Set before the gate closes; told once when the last one is out after that. */
    private volatile Runnable whenEmpty = () -> {};

    public Gate(String piece, Incarnation life, Fence fence) {
        this(piece, life, fence, false);
    }

    /**
     * Makes an open gate.
     *
     * @param awaited whether the piece was lost before it was gained: only the listener that is told of the loss ever sees such a gate
     */
    public Gate(String piece, Incarnation life, Fence fence, boolean awaited) {
        this.piece = piece;
        this.life = life;
        this.fence = fence;
        this.awaited = awaited;
    }

    public boolean isAwaited() {
        return awaited;
    }

    public String piece() {
        return piece;
    }

    public Incarnation life() {
        return life;
    }

    public Fence fence() {
        return fence;
    }

    /** Begins work, if the gate is open; whoever is let in must leave once. */
    public boolean enter() {
        for (long now = state; now >= 0 && (now & CLOSED) == 0; now = state) {
            if (STATE.compareAndSet(this, now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    public void leave() {
        long now = STATE.decrementAndGet(this);
        if ((now & CLOSED) != 0 && (now & INSIDE) == 0) {
            whenEmpty.run();
        }
    }

    public boolean isOpen() {
        return (state & CLOSED) == 0;
    }

    /** Whether the piece was let go of: completions are refused. */
    public boolean isVoid() {
        return (state & VOID) != 0;
    }

    /** Nothing new begins; {@code empty} is called once, when nobody is inside any more, perhaps at once. */
    public void close(Runnable empty) {
        whenEmpty = empty;
        long before = STATE.getAndUpdate(this, now -> now | CLOSED);
        if ((before & CLOSED) == 0 && (before & INSIDE) == 0) {
            empty.run();
        }
    }

    /** The piece is let go of, whoever is still inside. */
    public void revoke() {
        STATE.getAndUpdate(this, now -> now | CLOSED | VOID);
    }
}
