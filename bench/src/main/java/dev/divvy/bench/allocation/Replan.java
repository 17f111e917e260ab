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

/** A change in a large group. The same allocation is asked about several changes in turn, as one would be learnt by heart. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
// Much code, called seldom: the compiler needs seconds to come to the end of it.
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 6, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class Replan {

    private static final int CHANGES = 16;
    private static final int SEED = 2;

    @Param
    public Scene scene = Scene.ONE_JOINS;

    @Param
    public Past past = Past.FRESH;

    Allocation before = Groups.NOTHING;
    final List<Roster> rosters = new ArrayList<>();
    final List<AllocationRequest> requests = new ArrayList<>();
    private int turn;

    @Setup
    public void arrange() {
        Churn churn = new Churn(SEED);
        before = Groups.after(scene.tokens, churn.walk(churn.members(Scene.MEMBERS), past.events));
        for (int i = 0; i < CHANGES; i++) {
            Roster roster = scene.change(before.roster(), churn);
            rosters.add(roster);
            requests.add(Planner.request(before, before.pieces(), roster, Directives.NONE));
        }
    }

    /** The decision and the whole next record: what a member does when it sees the change. */
    @Benchmark
    public Allocation plan() {
        return Groups.next(before, rosters.get(nextTurn()));
    }

    /** The decision alone. */
    @Benchmark
    public Division decide() {
        return Groups.PLANNER.allocator().allocate(requests.get(nextTurn()));
    }

    private int nextTurn() {
        turn = (turn + 1) % CHANGES;
        return turn;
    }
}
