package dev.divvy.bench.allocation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
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

/**
 * One member of a group whose pieces have copies joins, leaves or changes its weight: the owners, the copies, and the whole next allocation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 6, time = 1)
public class CopyReplan {

    static final int TOKENS = 16_384;
    static final int MEMBERS = 100;

    private static final int CHANGES = 9;
    private static final int SEED = 5;

    @Param({"2", "3"})
    public int copies = 2;

    /** The number of zones; 1 stands for members without a zone. */
    @Param({"1", "3", "5", "10"})
    public int zones = 1;

    /** Whether the data of all pieces is settled before the change; otherwise no copy moves for balance. */
    @Param({"true", "false"})
    public boolean settled = true;

    Allocation before = StickyAllocations.EMPTY;
    final List<Roster> rosters = new ArrayList<>();
    private Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
    private Acknowledgements acknowledgements = Acknowledgements.NONE;
    private int turn;

    @Setup
    public void setUp() {
        Churn churn = new Churn(SEED);
        planner = planner.replicated(copies);
        before = planner.first(
                new Version("bench", 1), Tokens.wide(TOKENS), zoned(churn.members(MEMBERS)), Directives.NONE);
        for (Roster roster : churn.walk(before.roster(), 4)) {
            before = next(zoned(roster), new AllAcknowledged(before.epoch()));
        }
        acknowledgements = settled ? new AllAcknowledged(before.epoch()) : unsettled();
        for (int i = 0; i < CHANGES; i++) {
            rosters.add(zoned(
                    switch (i % 3) {
                        case 0 -> churn.join(before.roster(), 1);
                        case 1 -> churn.leave(before.roster(), 1);
                        default -> reweighted(before.roster().get(i));
                    }));
        }
    }

    @Benchmark
    public Allocation plan() {
        turn = (turn + 1) % CHANGES;
        return next(rosters.get(turn), acknowledgements);
    }

    private Allocation next(Roster roster, Acknowledgements known) {
        return planner.next(before, before.pieces(), roster, Directives.NONE, known);
    }

    private Roster reweighted(Member member) {
        return before.roster().with(member.withWeight(member.weight() * 2));
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
