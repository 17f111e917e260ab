package dev.divvy.bench.allocation;

import dev.divvy.allocation.Allocation;
import dev.divvy.bench.members.Churn;
import dev.divvy.bench.peer.DivvySticky;
import dev.divvy.bench.peer.InfinispanDefault;
import dev.divvy.bench.peer.KafkaSticky;
import dev.divvy.bench.peer.MoveCounts;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.infinispan.distribution.ch.impl.DefaultConsistentHash;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One join or one leave, planned by Divvy and by the peers that also move the minimum, starting from the names of the members. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 6, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class PeerReplan {

    static final int TOKENS = 16_384;
    static final int MEMBERS = 50;

    static final int SEED = 5;

    @Benchmark
    public Allocation divvy(Divvy divvy) {
        return divvy.change();
    }

    @Benchmark
    public DefaultConsistentHash infinispan(Infinispan infinispan) {
        return infinispan.change();
    }

    @Benchmark
    public KafkaSticky.Assigned kafka(Kafka kafka) {
        return kafka.change();
    }

    /** Counts the pieces that each of them moves over the same seeded changes, and how even the members stay. */
    public static List<MoveCounts> moveCounts(int events) {
        List<List<String>> walk = walk(new Churn(SEED), events);
        return List.of(
                MoveCounts.of(new DivvySticky(), TOKENS, walk),
                MoveCounts.of(new InfinispanDefault(), TOKENS, walk),
                MoveCounts.of(new KafkaSticky(), TOKENS, walk));
    }

    private static List<List<String>> walk(Churn churn, int events) {
        return churn.walk(churn.members(MEMBERS), events).stream()
                .map(Churn::ids)
                .toList();
    }

    @State(Scope.Benchmark)
    public static class Divvy extends ReplanState<Allocation> {
        public Divvy() {
            super(new DivvySticky());
        }
    }

    @State(Scope.Benchmark)
    public static class Infinispan extends ReplanState<DefaultConsistentHash> {
        public Infinispan() {
            super(new InfinispanDefault());
        }
    }

    @State(Scope.Benchmark)
    public static class Kafka extends ReplanState<KafkaSticky.Assigned> {
        public Kafka() {
            super(new KafkaSticky());
        }
    }
}
