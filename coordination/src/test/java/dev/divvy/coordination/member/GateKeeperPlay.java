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
 * One thread gains and loses two pieces together, as the pulse thread does, and hangs up a snapshot each time; others read it and work on
 * the first piece. The desk, its gates and the snapshot are the real ones; the listener returns at once.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public class GateKeeperPlay {

    private static final int THREADS = 8;
    private static final Pieces PIECES = Units.of("x", "y");
    private static final Runs BOTH = PIECES.all();
    private static final Allocation BASIS = new Planner(new Sticky(Sticky.Policy.RUNS))
            .first(
                    new Version("line", 1),
                    PIECES,
                    Roster.of(List.of(new Member("a", 1, Optional.empty(), 1))),
                    Directives.NONE);
    private static final ProtocolState STANDING = ProtocolState.outside(new MemberSettings("a"), BoardMemory.NONE);

    /** What a thread works on; each writes its own place. */
    private final @Nullable Work[] work = new Work[THREADS];

    /** The partings that were told to be over, a bit each. */
    private final AtomicLong over = new AtomicLong();

    private final boolean hasty;
    private final GateKeeper desk;

    /** Written by the one that gains and loses, as in the engine. */
    private volatile MemberSnapshot snapshot = new MemberSnapshot(STANDING, Gates.none(PIECES), Optional.of("0"));

    private long partings;
    private int turns;
    private PendingRelease parting = new PendingRelease(0, BASIS, Runs.NONE, 0);

    /** A way in, and the number of the parting that will end it. */
    private record Work(Gate gate, long parting) {}

    public GateKeeperPlay() {
        this(false);
    }

    private GateKeeperPlay(boolean hasty) {
        this.hasty = hasty;
        this.desk = new GateKeeper(PIECES, new AtOnce(), number -> over.updateAndGet(all -> all | bit(number)));
        handle(new MemberEvent.Gained(BASIS, BOTH));
    }

    private static long bit(long parting) {
        return 1L << parting;
    }

    private void handle(MemberEvent event) {
        desk.handle(event);
        snapshot = new MemberSnapshot(STANDING, desk.gates(), Optional.of(Long.toString(partings)));
        desk.tell();
    }

    /** The pieces are lost, let go of, gained, dropped, gained, and so on. */
    @Operation(nonParallelGroup = "pulse")
    public void turn() {
        switch (turns++ % 5) {
            case 0 -> lose();
            case 1 -> handle(new MemberEvent.Parted(parting, (over.get() & bit(parting.number())) != 0));
            case 3 -> drop();
            default -> handle(new MemberEvent.Gained(BASIS, BOTH));
        }
    }

    private void lose() {
        parting = new PendingRelease(++partings, BASIS, BOTH, 0);
        handle(new MemberEvent.Lost(parting));
        if (hasty) {
            over.updateAndGet(all -> all | bit(partings));
        }
    }

    private void drop() {
        partings++;
        handle(new MemberEvent.Dropped(Optional.of(BASIS), BOTH));
    }

    /** Begins work that lasts longer than this operation. */
    @Operation
    public boolean begin(@Param(name = "thread") int thread) {
        Optional<Work> begun = work[thread] == null ? enter() : Optional.empty();
        begun.ifPresent(one -> work[thread] = one);
        return begun.isPresent();
    }

    /** Ends that work, and says whether it was refused. */
    @Operation
    public String end(@Param(name = "thread") int thread) {
        Work mine = work[thread];
        if (mine == null) {
            return "nothing";
        }
        work[thread] = null;
        boolean refused = mine.gate().isVoid();
        return leave(mine) ? "told over too early" : refused ? "refused" : "done";
    }

    /** Short work, all at once. */
    @Operation
    public String work() {
        Optional<Work> mine = enter();
        return mine.isEmpty() ? "not held" : leave(mine.get()) ? "told over too early" : "worked";
    }

    private Optional<Work> enter() {
        MemberSnapshot now = snapshot;
        Gate gate = now.gates().of(0);
        return gate != null && gate.enter()
                ? Optional.of(new Work(gate, Long.parseLong(now.trouble().orElseThrow()) + 1))
                : Optional.empty();
    }

    /** Answers whether the parting was told to be over while this one was still inside: the fault that all this is about. */
    private boolean leave(Work mine) {
        boolean early = (over.get() & bit(mine.parting())) != 0;
        mine.gate().leave();
        return early;
    }

    /** Both pieces come and go together: who sees one without the other saw half of a snapshot. */
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

    private static final class AtOnce implements GateKeeper.Audience {
        @Override
        public void gained(Pieces among, List<Gate> gates) {}

        @Override
        public void lost(Pieces among, List<Gate> gates, LossReason why, Runnable afterwards) {
            afterwards.run();
        }
    }

    /** Says at once that everybody has let go. */
    public static final class Hasty extends GateKeeperPlay {
        public Hasty() {
            super(true);
        }
    }
}
