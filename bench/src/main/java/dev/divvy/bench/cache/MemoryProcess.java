package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.cache.contestant.Member;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Ends;
import dev.divvy.testservers.net.Ports;
import java.lang.management.ManagementFactory;
import java.util.List;

/** A lone member that is filled. Arguments: the kind, the number of entries. It says how much heap an entry takes. */
final class MemoryProcess {

    private static final int COLLECTIONS = 3;

    private MemoryProcess() {}

    public static void main(String[] words) throws Exception {
        int entries = Integer.parseInt(words[1]);
        int port = Ports.free();
        Member member = Kind.valueOf(words[0]).member(port, List.of(port));
        long before = used();
        for (int i = 0; i < entries; i++) {
            // A value of its own for every entry.
            member.put(Keys.name(i), Keys.VALUE.clone());
        }
        long after = used();
        if (member.size() != entries) {
            throw new IllegalStateException(member.size() + " entries instead of " + entries);
        }
        System.out.println(Said.BYTES + (double) (after - before) / entries);
        Ends.awaitEnd();
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
