package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Work in flight on one piece. While it is open the piece is not handed over before the grace time ends; closing it says that the work has
 * let go. A process can be stopped between a check here and its effect, so effects must be fenced: in the database of the board by
 * {@link #released()} inside the completing transaction, elsewhere by showing the {@link #fence()}.
 */
public final class Hold implements AutoCloseable {

    private final Gate gate;
    private final BooleanSupplier leased;
    private final BooleanSupplier ending;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Written by whoever asks, and only to true: that the lease was renewed since does not undo what the work was told. */
    private volatile boolean saidStop;

    Hold(Gate gate, BooleanSupplier leased, BooleanSupplier ending) {
        this.gate = gate;
        this.leased = leased;
        this.ending = ending;
    }

    /**
     * The unit's name, or the token's number. After tokens were split a number means another range of hashes: what is fenced outside is to be
     * fenced by its key or range, not by the number of its token.
     */
    public String piece() {
        return gate.piece();
    }

    /** The incarnation that gained the piece. A member that was taken off and came again is another one. */
    public Incarnation life() {
        return gate.life();
    }

    public Fence fence() {
        return gate.fence();
    }

    /** Whether the work should end soon: the piece was lost, or the lease will end if the board does not answer. */
    public boolean stopping() {
        return said(!gate.isOpen() || ending.getAsBoolean());
    }

    /** Whether this very holding was let go of: its effects must be refused from now on. */
    public boolean released() {
        return gate.isVoid();
    }

    /** Whether the work may go on: not released, and the lease runs. */
    public boolean valid() {
        return !said(gate.isVoid() || !leased.getAsBoolean());
    }

    /**
     * Refuses to go on when the piece is held no longer.
     *
     * @throws HoldingLostException when it is not
     */
    public void check() {
        if (said(gate.isVoid())) {
            throw new HoldingLostException(piece(), fence(), "it was let go of");
        }
        if (said(!leased.getAsBoolean())) {
            throw new HoldingLostException(piece(), fence(), "the board did not answer in time");
        }
    }

    /** Whether the work was ever told to end, by whichever answer, or would be now. */
    boolean hasSaidStop() {
        return saidStop || stopping();
    }

    private boolean said(boolean stop) {
        if (stop) {
            saidStop = true;
        }
        return stop;
    }

    /** The work has let go. Closing twice does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            gate.leave();
        }
    }

    @Override
    public String toString() {
        return "hold of piece " + piece() + " since " + fence();
    }
}
