package dev.divvy.coordination.member.gate;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;

/** The operations of threads on a gate: any thread enters and leaves, one thread closes it and then revokes it. */
@Param(name = "thread", gen = ThreadIdGen.class)
public abstract class GateOperations {

    private static final int THREADS = 8;

    private final GateUnderTest gate;

    /** How often each thread is inside; each thread writes its own element. */
    private final int[] inside = new int[THREADS];

    private final AtomicInteger emptied = new AtomicInteger();

    /** Written by the closing thread only. */
    private boolean closed;

    GateOperations(GateUnderTest gate) {
        this.gate = gate;
    }

    @Operation
    public boolean enter(@Param(name = "thread") int thread) {
        boolean in = gate.enter();
        inside[thread] += in ? 1 : 0;
        return in;
    }

    /** Reports the fault if the gate was declared empty while this thread was inside. */
    @Operation
    public String leave(@Param(name = "thread") int thread) {
        if (inside[thread] == 0) {
            return "not inside";
        }
        boolean early = emptied.get() > 0;
        inside[thread]--;
        gate.leave();
        return early ? "empty too early" : "left";
    }

    @Operation(nonParallelGroup = "pulse")
    public void close() {
        if (!closed) {
            closed = true;
            gate.close(emptied::incrementAndGet);
        }
    }

    @Operation(nonParallelGroup = "pulse")
    public void revoke() {
        if (closed) {
            gate.revoke();
        }
    }

    @Operation
    public boolean isOpen() {
        return gate.isOpen();
    }

    @Operation
    public boolean isVoid() {
        return gate.isVoid();
    }

    @Validate
    public void emptyOnceWhenClosedAndEmpty() {
        int left = 0;
        for (int count : inside) {
            left += count;
        }
        int expected = closed && left == 0 ? 1 : 0;
        if (emptied.get() != expected) {
            throw new IllegalStateException("empty " + emptied + " times; closed: " + closed + ", inside: " + left);
        }
    }

    /** With the gate that members use. */
    public static final class WithGate extends GateOperations {
        public WithGate() {
            super(new GateUnderTest.Real(new Gate(
                    "x", new dev.divvy.allocation.Incarnation("a", 1), new dev.divvy.coordination.Fence("line", 1))));
        }
    }

    /** With the natural mistake. */
    public static final class WithCheckThenCount extends GateOperations {
        public WithCheckThenCount() {
            super(new GateUnderTest.CheckThenCount());
        }
    }

    /** The sequential specification. */
    public static final class Sequential {

        private final int[] inside = new int[THREADS];
        private boolean closed;
        private boolean revoked;

        public boolean enter(int thread) {
            inside[thread] += closed ? 0 : 1;
            return !closed;
        }

        public String leave(int thread) {
            if (inside[thread] == 0) {
                return "not inside";
            }
            inside[thread]--;
            return "left";
        }

        public void close() {
            closed = true;
        }

        public void revoke() {
            revoked = closed;
        }

        public boolean isOpen() {
            return !closed;
        }

        public boolean isVoid() {
            return revoked;
        }
    }
}
