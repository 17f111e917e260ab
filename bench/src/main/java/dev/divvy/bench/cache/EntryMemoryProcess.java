package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.BenchKeys;
import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ClusterMember;
import dev.divvy.bench.cache.contestant.Filling;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.StandardInput;
import dev.divvy.testservers.Await;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * A member that is filled, and has every entry or a copy of it. Arguments: the kind, the number of entries, the ports of all members, its
 * own first. It prints the heap used per entry.
 */
final class EntryMemoryProcess {

    private static final int COLLECTIONS = 3;

    private EntryMemoryProcess() {}

    public static void main(String[] args) throws Exception {
        int entries = Integer.parseInt(args[1]);
        List<Integer> ports =
                Arrays.stream(args[2].split(",", -1)).map(Integer::valueOf).toList();
        ClusterMember member = CacheKind.valueOf(args[0]).member(ports.get(0), ports);
        Await.until("all members have their shares", () -> member.isStable(ports.size()) && member.isProtected());
        long before = used();
        Filling.fill(member, entries, BenchKeys.VALUE);
        Await.until("every entry has its copies", member::isProtected);
        long after = used();
        if (member.size() != entries) {
            throw new IllegalStateException(member.size() + " entries instead of " + entries);
        }
        System.out.println(OutputPrefix.BYTES + (double) (after - before) / entries);
        StandardInput.awaitEnd();
        Runtime.getRuntime().halt(0);
    }

    private static long used() {
        var memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
