package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * Admits any number of threads to work on one held piece. It is open while the piece is held; closed when the piece is lost, so that no new
 * work begins while work inside may finish; and void when the piece is released. Only the pulse thread closes and revokes it.
 *
 * <p>One number holds the whole state: the count of holds inside, and two bits. So no thread can enter between checking that the gate is
 * empty and acting on it.
 */
public final class Gate {

    private static final long CLOSED = 1L << 62;
    private static final long VOID = 1L << 61;
    private static final long INSIDE = VOID - 1;

    private static final AtomicLongFieldUpdater<Gate> STATE = AtomicLongFieldUpdater.newUpdater(Gate.class, "state");

    private final String piece;
    private final Incarnation incarnation;
    private final Fence fence;

    /** A field, not a separate object, because a member that serves requests reads it for each of them. */
    private volatile long state;

    /** Set before the gate closes; run once, when the last hold has left after that. */
    private volatile Runnable whenEmpty = () -> {};

    /** Creates an open gate. */
    public Gate(String piece, Incarnation incarnation, Fence fence) {
        this.piece = piece;
        this.incarnation = incarnation;
        this.fence = fence;
    }

    public String piece() {
        return piece;
    }

    public Incarnation incarnation() {
        return incarnation;
    }

    public Fence fence() {
        return fence;
    }

    /** Begins work, if the gate is open. A caller that was admitted must call {@link #leave} once. */
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

    /** Whether the piece was released, so that completions are refused. */
    public boolean isVoid() {
        return (state & VOID) != 0;
    }

    /** Admits no further work; {@code empty} is run once, when no work is left inside, perhaps at once. */
    public void close(Runnable empty) {
        whenEmpty = empty;
        long before = STATE.getAndUpdate(this, now -> now | CLOSED);
        if ((before & CLOSED) == 0 && (before & INSIDE) == 0) {
            empty.run();
        }
    }

    /** Releases the piece, even if work is still inside. */
    public void revoke() {
        STATE.getAndUpdate(this, now -> now | CLOSED | VOID);
    }
}
