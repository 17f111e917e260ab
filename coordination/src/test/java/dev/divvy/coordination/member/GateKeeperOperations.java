package dev.divvy.coordination.member;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.member.gate.Gate;
import dev.divvy.coordination.member.gate.GateKeeper;
import dev.divvy.coordination.member.gate.Gates;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.PendingRelease;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/**
 * One thread gains and loses two pieces together, as the pulse thread does, and publishes a snapshot each time; other threads read it and
 * work on the first piece. The gate keeper, its gates and the snapshot are the real ones; the listener returns at once.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public class GateKeeperOperations {

    private static final int THREADS = 8;
    private static final Pieces PIECES = Units.of("x", "y");
    private static final Runs BOTH = PIECES.all();
    private static final Allocation BASIS = new Planner(new Sticky(Sticky.Policy.RUNS))
            .first(
                    new Version("line", 1),
                    PIECES,
                    Roster.of(List.of(new Member("a", 1, Optional.empty(), 1))),
                    Directives.NONE);
    private static final ProtocolState STATE = ProtocolState.outside(new MemberSettings("a"), BoardMemory.NONE);

    /** The work of each thread; each thread writes its own element. */
    private final @Nullable Work[] work = new Work[THREADS];

    /** The releases that were reported as complete, one bit per release. */
    private final AtomicLong completed = new AtomicLong();

    private final boolean hasty;
    private final GateKeeper gateKeeper;

    /** Written by the thread that gains and loses, as in the engine. */
    private volatile MemberSnapshot snapshot = new MemberSnapshot(STATE, Gates.none(PIECES), Optional.of("0"), false);

    private long releases;
    private int turns;
    private PendingRelease release = new PendingRelease(0, BASIS, Runs.NONE, 0);

    /** An entered gate, and the number of the release that will end the work. */
    private record Work(Gate gate, long release) {}

    public GateKeeperOperations() {
        this(false);
    }

    private GateKeeperOperations(boolean hasty) {
        this.hasty = hasty;
        this.gateKeeper =
                new GateKeeper(PIECES, new AtOnce(), number -> completed.updateAndGet(all -> all | bit(number)));
        handle(new MemberEvent.Gained(BASIS, BOTH));
    }

    private static long bit(long release) {
        return 1L << release;
    }

    private void handle(MemberEvent event) {
        gateKeeper.handle(event);
        snapshot = new MemberSnapshot(STATE, gateKeeper.gates(), Optional.of(Long.toString(releases)), false);
        gateKeeper.notifyObserver();
    }

    /** Loses, releases, gains, drops and gains the pieces, in turn. */
    @Operation(nonParallelGroup = "pulse")
    public void turn() {
        switch (turns++ % 5) {
            case 0 -> lose();
            case 1 -> handle(new MemberEvent.Released(release, (completed.get() & bit(release.number())) != 0));
            case 3 -> drop();
            default -> handle(new MemberEvent.Gained(BASIS, BOTH));
        }
    }

    private void lose() {
        release = new PendingRelease(++releases, BASIS, BOTH, 0);
        handle(new MemberEvent.Lost(release));
        if (hasty) {
            completed.updateAndGet(all -> all | bit(releases));
        }
    }

    private void drop() {
        releases++;
        handle(new MemberEvent.Dropped(Optional.of(BASIS), BOTH));
    }

    /** Begins work that lasts longer than this operation. */
    @Operation
    public boolean begin(@Param(name = "thread") int thread) {
        Optional<Work> begun = work[thread] == null ? enter() : Optional.empty();
        begun.ifPresent(started -> work[thread] = started);
        return begun.isPresent();
    }

    /** Ends that work, and returns whether it was refused. */
    @Operation
    public String end(@Param(name = "thread") int thread) {
        Work own = work[thread];
        if (own == null) {
            return "nothing";
        }
        work[thread] = null;
        boolean refused = own.gate().isVoid();
        return leave(own) ? "completed too early" : refused ? "refused" : "done";
    }

    /** Short work, all at once. */
    @Operation
    public String work() {
        Optional<Work> own = enter();
        return own.isEmpty() ? "not held" : leave(own.get()) ? "completed too early" : "worked";
    }

    private Optional<Work> enter() {
        MemberSnapshot now = snapshot;
        Gate gate = now.gates().of(0);
        return gate != null && gate.enter()
                ? Optional.of(new Work(gate, Long.parseLong(now.problem().orElseThrow()) + 1))
                : Optional.empty();
    }

    /** Returns whether the release completed while this work was still inside, which is the fault that this test looks for. */
    private boolean leave(Work own) {
        boolean early = (completed.get() & bit(own.release())) != 0;
        own.gate().leave();
        return early;
    }

    /** Both pieces are gained and lost together: a thread that sees one without the other saw half of a snapshot. */
    @Operation
    public String look() {
        Gates gates = snapshot.gates();
        Gate x = gates.of(0);
        Gate y = gates.of(1);
        if ((x == null) != (y == null)) {
            return "half";
        }
        return x != null && x.isOpen() ? "held" : "not held";
    }

    private static final class AtOnce implements GateKeeper.Observer {
        @Override
        public void gained(Pieces among, List<Gate> gates) {}

        @Override
        public void lost(Pieces among, List<Gate> gates, LossReason reason, Runnable afterwards) {
            afterwards.run();
        }
    }

    /** Completes every release at once. */
    public static final class Hasty extends GateKeeperOperations {
        public Hasty() {
            super(true);
        }
    }
}
