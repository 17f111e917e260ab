package dev.divvy.bench.allocation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.bench.members.AllAcknowledged;
import dev.divvy.bench.members.Churn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One member joins or leaves a group whose pieces have three copies: the owners, the copies, and the whole next allocation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 6, time = 1)
public class CopyReplan {

    static final int TOKENS = 16_384;
    static final int COPIES = 3;

    private static final int CHANGES = 8;
    private static final int SEED = 5;
    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(COPIES);

    @Param({"5", "100"})
    public int members = 5;

    /** The number of zones; 1 stands for members without a zone. */
    @Param({"1", "3", "4"})
    public int zones = 1;

    /** Whether the data of all pieces is settled before the change; otherwise no copy moves for balance. */
    @Param({"true", "false"})
    public boolean settled = true;

    Allocation before = StickyAllocations.EMPTY;
    final List<Roster> rosters = new ArrayList<>();
    private Acknowledgements acknowledgements = Acknowledgements.NONE;
    private int turn;

    @Setup
    public void setUp() {
        Churn churn = new Churn(SEED);
        before = PLANNER.first(
                new Version("bench", 1), Tokens.wide(TOKENS), zoned(churn.members(members)), Directives.NONE);
        for (Roster roster : churn.walk(before.roster(), 4)) {
            before = next(zoned(roster), new AllAcknowledged(before.epoch()));
        }
        acknowledgements = settled ? new AllAcknowledged(before.epoch()) : unsettled();
        for (int i = 0; i < CHANGES; i++) {
            rosters.add(zoned(i % 2 == 0 ? churn.join(before.roster(), 1) : churn.leave(before.roster(), 1)));
        }
    }

    @Benchmark
    public Allocation plan() {
        turn = (turn + 1) % CHANGES;
        return next(rosters.get(turn), acknowledgements);
    }

    private Allocation next(Roster roster, Acknowledgements known) {
        return PLANNER.next(before, before.pieces(), roster, Directives.NONE, known);
    }

    private Acknowledgements unsettled() {
        TreeMap<Incarnation, Long> acknowledged = new TreeMap<>();
        before.roster().members().forEach(member -> acknowledged.put(member.incarnation(), before.epoch()));
        return Acknowledgements.of(acknowledged);
    }

    /** Puts a member into a zone by the last digits of its id, so that it stays there. */
    private Roster zoned(Roster roster) {
        return zones == 1
                ? roster
                : roster.map(member -> member.inZone(
                        "z" + Math.floorMod(Long.parseLong(member.id().substring(1)), (long) zones)));
    }
}
