package dev.divvy.bench.allocation;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Maps a hash to its owner. One operation is one hash of a pass over all hashes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Contenders.KEYS)
// Small loops warm up at once, but compilation differs between JVMs: two forks.
@Fork(2)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class HashToOwner {

    @Benchmark
    public void divvy(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(contenders.lookup.ownerOfHash(hash));
        }
    }

    @Benchmark
    public void divvyMillionTokens(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(contenders.millionTokens.ownerOfHash(hash));
        }
    }

    @Benchmark
    public void jump(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(contenders.jump.getBucket(hash, Contenders.MEMBERS));
        }
    }

    @Benchmark
    public void jumpBack(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(contenders.jumpBack.getBucket(hash, Contenders.MEMBERS));
        }
    }

    @Benchmark
    public void modulo(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(Contenders.modulo(hash));
        }
    }

    @Benchmark
    public void rendezvous(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(contenders.rendezvous.owner(hash));
        }
    }

    @Benchmark
    public void treeMapRing(Contenders contenders, Blackhole blackhole) {
        for (long hash : contenders.hashes) {
            blackhole.consume(contenders.ring.owner(hash));
        }
    }
}
