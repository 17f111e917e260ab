package dev.divvy.bench.allocation;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.bench.members.Churn;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The first allocation of a large group. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 6, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class FirstPlan {

    static final int TOKENS = Pieces.MOST;
    private static final int SEED = 3;

    private final Roster roster = new Churn(SEED).members(RosterChange.MEMBERS);
    private final AllocationRequest request =
            AllocationRequest.of(Tokens.wide(TOKENS), roster, Directives.NONE, Optional.empty());

    @Benchmark
    public Allocation plan() {
        return StickyAllocations.first(TOKENS, roster);
    }

    @Benchmark
    public Division decide() {
        return StickyAllocations.PLANNER.allocator().allocate(request);
    }
}
