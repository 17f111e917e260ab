package dev.divvy.coordination.member.gate;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;

/** What threads may do at a door: any of them comes and goes, one closes it and then voids it. */
@Param(name = "thread", gen = ThreadIdGen.class)
public abstract class GatePlay {

    private static final int THREADS = 8;

    private final GateLike door;

    /** How often each thread is inside; each writes its own place. */
    private final int[] inside = new int[THREADS];

    private final AtomicInteger told = new AtomicInteger();

    /** Written by the one who closes. */
    private boolean closed;

    GatePlay(GateLike door) {
        this.door = door;
    }

    @Operation
    public boolean enter(@Param(name = "thread") int thread) {
        boolean in = door.enter();
        inside[thread] += in ? 1 : 0;
        return in;
    }

    /** Whoever is inside when it is told that nobody is has found the fault. */
    @Operation
    public String leave(@Param(name = "thread") int thread) {
        if (inside[thread] == 0) {
            return "not inside";
        }
        boolean early = told.get() > 0;
        inside[thread]--;
        door.leave();
        return early ? "told too early" : "left";
    }

    @Operation(nonParallelGroup = "pulse")
    public void close() {
        if (!closed) {
            closed = true;
            door.close(told::incrementAndGet);
        }
    }

    @Operation(nonParallelGroup = "pulse")
    public void revoke() {
        if (closed) {
            door.revoke();
        }
    }

    @Operation
    public boolean isOpen() {
        return door.isOpen();
    }

    @Operation
    public boolean isVoid() {
        return door.isVoid();
    }

    @Validate
    public void toldOnceWhenClosedAndEmpty() {
        int left = 0;
        for (int one : inside) {
            left += one;
        }
        int expected = closed && left == 0 ? 1 : 0;
        if (told.get() != expected) {
            throw new IllegalStateException("told " + told + " times; closed: " + closed + ", inside: " + left);
        }
    }

    /** With the gate that members use. */
    public static final class WithGate extends GatePlay {
        public WithGate() {
            super(new GateLike.Real(new Gate(
                    "x", new dev.divvy.allocation.Incarnation("a", 1), new dev.divvy.coordination.Fence("line", 1))));
        }
    }

    /** With the natural mistake. */
    public static final class WithCheckThenCount extends GatePlay {
        public WithCheckThenCount() {
            super(new GateLike.CheckThenCount());
        }
    }

    /** The same without threads: what every order of the operations must look like. */
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
