package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ClusterMember;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.StandardInput;
import dev.divvy.testservers.net.Ports;
import java.lang.management.ManagementFactory;
import java.util.List;

/** A single member that is filled. Arguments: the kind, the number of entries. It prints the heap used per entry. */
final class EntryMemoryProcess {

    private static final int COLLECTIONS = 3;

    private EntryMemoryProcess() {}

    public static void main(String[] args) throws Exception {
        int entries = Integer.parseInt(args[1]);
        int port = Ports.free();
        ClusterMember member = CacheKind.valueOf(args[0]).member(port, List.of(port));
        long before = used();
        for (int i = 0; i < entries; i++) {
            // A separate array per entry.
            member.put(BenchKeys.name(i), BenchKeys.VALUE.clone());
        }
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
