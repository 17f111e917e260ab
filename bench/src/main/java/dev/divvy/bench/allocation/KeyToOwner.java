package dev.divvy.bench.allocation;

import dev.divvy.allocation.hash.function.Xxh3;
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

/** Maps the bytes of a key to its owner. All algorithms hash the key alike. One operation is one key of a pass over all keys. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Contenders.KEYS)
// Small loops warm up at once, but compilation differs between JVMs: two forks.
@Fork(2)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class KeyToOwner {

    @Benchmark
    public void divvy(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(contenders.lookup.ownerOfKey(key));
        }
    }

    @Benchmark
    public void divvyMillionTokens(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(contenders.millionTokens.ownerOfKey(key));
        }
    }

    @Benchmark
    public void jump(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(contenders.jump.getBucket(Xxh3.hash64(key), Contenders.MEMBERS));
        }
    }

    @Benchmark
    public void jumpBack(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(contenders.jumpBack.getBucket(Xxh3.hash64(key), Contenders.MEMBERS));
        }
    }

    @Benchmark
    public void modulo(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(Contenders.modulo(Xxh3.hash64(key)));
        }
    }

    @Benchmark
    public void rendezvous(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(contenders.rendezvous.owner(Xxh3.hash64(key)));
        }
    }

    @Benchmark
    public void treeMapRing(Contenders contenders, Blackhole blackhole) {
        for (byte[] key : contenders.keys) {
            blackhole.consume(contenders.ring.owner(Xxh3.hash64(key)));
        }
    }
}
