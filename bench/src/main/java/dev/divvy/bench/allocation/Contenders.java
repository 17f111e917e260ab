package dev.divvy.bench.allocation;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;
import com.dynatrace.hash4j.random.PseudoRandomGeneratorProvider;
import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Lookup;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.bench.members.Churn;
import dev.divvy.bench.peer.RendezvousHash;
import dev.divvy.bench.peer.TreeMapRing;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The algorithms that map a hash to one of a hundred members, and the keys to look up. */
@State(Scope.Benchmark)
public class Contenders {

    public static final int MEMBERS = 100;
    public static final int TOKENS = 16_384;
    public static final int MILLION = Pieces.MOST;
    public static final int KEY_BYTES = 16;

    /** Few enough to fit into the cache of the processor, too many for it to learn the results. */
    public static final int KEYS = 4096;

    private static final int POINTS_PER_MEMBER = 100;
    private static final int EVENTS = 50;
    private static final int SEED = 1;

    final byte[][] keys = new byte[KEYS][KEY_BYTES];
    final long[] hashes = new long[KEYS];

    final ConsistentBucketHasher jump = ConsistentHashing.jumpHash(PseudoRandomGeneratorProvider.splitMix64_V1());
    final ConsistentBucketHasher jumpBack = ConsistentHashing.jumpBackHashSplitMix64();
    final RendezvousHash rendezvous = new RendezvousHash(MEMBERS);
    final TreeMapRing ring = new TreeMapRing(MEMBERS, POINTS_PER_MEMBER);

    Allocation allocation = allocate(TOKENS);
    Lookup lookup = allocation.lookup();
    Lookup millionTokens = allocate(MILLION).lookup();

    @Setup
    public void fillKeys() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < KEYS; i++) {
            random.nextBytes(keys[i]);
            hashes[i] = Xxh3.hash64(keys[i]);
        }
    }

    static int modulo(long hash) {
        return (int) Long.remainderUnsigned(hash, MEMBERS);
    }

    /** Returns an allocation after some changes, so that every member owns more than one range. */
    private static Allocation allocate(int tokens) {
        Churn churn = new Churn(SEED);
        return StickyAllocations.after(tokens, churn.walk(churn.members(MEMBERS), EVENTS));
    }
}
