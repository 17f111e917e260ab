package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.PieceLostException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A hold on a gate that the caller has entered; closing the hold leaves the gate, once. */
public final class GateHold implements Hold {

    private final Gate gate;
    private final BooleanSupplier leased;
    private final BooleanSupplier ending;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Creates a hold on a gate that the caller has entered.
     *
     * @param leased whether the member's lease is running
     * @param ending whether the lease has ended or is about to end
     */
    public GateHold(Gate gate, BooleanSupplier leased, BooleanSupplier ending) {
        this.gate = gate;
        this.leased = leased;
        this.ending = ending;
    }

    @Override
    public String piece() {
        return gate.piece();
    }

    @Override
    public Incarnation incarnation() {
        return gate.incarnation();
    }

    @Override
    public Fence fence() {
        return gate.fence();
    }

    @Override
    public boolean stopping() {
        return !gate.isOpen() || ending.getAsBoolean();
    }

    @Override
    public boolean released() {
        return gate.isVoid();
    }

    @Override
    public boolean valid() {
        return !gate.isVoid() && leased.getAsBoolean();
    }

    @Override
    public void check() {
        if (gate.isVoid()) {
            throw new PieceLostException(piece(), fence(), "it was released");
        }
        if (!leased.getAsBoolean()) {
            throw new PieceLostException(piece(), fence(), "the board did not answer in time");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            gate.leave();
        }
    }

    @Override
    public String toString() {
        return "hold on piece " + piece() + " since " + fence();
    }
}
