package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The way to work on one held piece, for any number of threads: open while the piece is held; closed when it is lost, so that nothing new
 * begins while what is inside may finish; void when it is let go of. Only the pulse thread closes and voids.
 *
 * <p>One number says all: how many are inside, and two bits. So nobody can come in between the question whether all are out and its answer.
 */
final class Gate {

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

    Gate(String piece, Incarnation life, Fence fence) {
        this(piece, life, fence, false);
    }

    /** @param awaited whether the piece was lost before it was gained: nobody ever sees such a gate but who is told of the loss */
    Gate(String piece, Incarnation life, Fence fence, boolean awaited) {
        this.piece = piece;
        this.life = life;
        this.fence = fence;
        this.awaited = awaited;
    }

    boolean isAwaited() {
        return awaited;
    }

    String piece() {
        return piece;
    }

    Incarnation life() {
        return life;
    }

    Fence fence() {
        return fence;
    }

    /** Begins work, if the gate is open; whoever is let in must leave once. */
    boolean enter() {
        for (long now = state; now >= 0 && (now & CLOSED) == 0; now = state) {
            if (STATE.compareAndSet(this, now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    void leave() {
        long now = STATE.decrementAndGet(this);
        if ((now & CLOSED) != 0 && (now & INSIDE) == 0) {
            whenEmpty.run();
        }
    }

    boolean isOpen() {
        return (state & CLOSED) == 0;
    }

    /** Whether the piece was let go of: completions are refused. */
    boolean isVoid() {
        return (state & VOID) != 0;
    }

    /** Nothing new begins; {@code empty} is called once, when nobody is inside any more, perhaps at once. */
    void close(Runnable empty) {
        whenEmpty = empty;
        long before = STATE.getAndUpdate(this, now -> now | CLOSED);
        if ((before & CLOSED) == 0 && (before & INSIDE) == 0) {
            empty.run();
        }
    }

    /** The piece is let go of, whoever is still inside. */
    void revoke() {
        STATE.getAndUpdate(this, now -> now | CLOSED | VOID);
    }
}
