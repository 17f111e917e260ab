package dev.divvy.bench.allocation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.bench.members.Churn;
import java.util.ArrayList;
import java.util.List;
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
 * A membership change in a large group. Several changes of the same allocation are planned in turn, because the processor would learn the
 * outcome of a single one.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
// Much code, called rarely: the compiler needs seconds to finish.
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 6, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class Replan {

    private static final int CHANGES = 16;
    private static final int SEED = 2;

    @Param
    public RosterChange change = RosterChange.ONE_JOINS;

    @Param
    public GroupHistory history = GroupHistory.FRESH;

    Allocation before = StickyAllocations.EMPTY;
    final List<Roster> rosters = new ArrayList<>();
    final List<AllocationRequest> requests = new ArrayList<>();
    private int turn;

    @Setup
    public void setUp() {
        Churn churn = new Churn(SEED);
        before =
                StickyAllocations.after(change.tokens, churn.walk(churn.members(RosterChange.MEMBERS), history.events));
        for (int i = 0; i < CHANGES; i++) {
            Roster roster = change.apply(before.roster(), churn);
            rosters.add(roster);
            requests.add(Planner.request(before, before.pieces(), roster, Directives.NONE));
        }
    }

    /** The decision and the whole next allocation: the work of a member that sees the change. */
    @Benchmark
    public Allocation plan() {
        return StickyAllocations.next(before, rosters.get(nextTurn()));
    }

    /** The decision alone. */
    @Benchmark
    public Division decide() {
        return StickyAllocations.PLANNER.allocator().allocate(requests.get(nextTurn()));
    }

    private int nextTurn() {
        turn = (turn + 1) % CHANGES;
        return turn;
    }
}
