package dev.divvy.bench.allocation;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Allocators;
import dev.divvy.bench.members.Churn;
import java.util.List;
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

/** The stable allocator, which uses no history and computes every allocation from scratch. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 6, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class StablePlan {

    static final int TOKENS = 16_384;
    static final int MEMBERS = 100;

    private static final int CHANGES = 16;
    private static final int SEED = 4;

    private final Allocator stable = Allocators.byName("stable");
    private final List<AllocationRequest> requests = requests(new Churn(SEED));
    private int turn;

    @Benchmark
    public Division stable() {
        turn = (turn + 1) % CHANGES;
        return stable.allocate(requests.get(turn));
    }

    private static List<AllocationRequest> requests(Churn churn) {
        return churn.walk(churn.members(MEMBERS), CHANGES - 1).stream()
                .map(StablePlan::request)
                .toList();
    }

    private static AllocationRequest request(Roster roster) {
        return AllocationRequest.of(Tokens.wide(TOKENS), roster, Directives.NONE, Optional.empty());
    }
}
