package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.DivvyMember;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.StandardInput;
import dev.divvy.cache.NodeSettings;
import java.util.List;

/**
 * A single node for Redis clients. Arguments: its mesh port, and if it is limited the megabytes of entries. It prints the milliseconds of
 * its lease, and the port for clients.
 */
final class CacheNodeProcess {

    private static final long MEGABYTE = 1L << 20;

    private CacheNodeProcess() {}

    public static void main(String[] args) throws Exception {
        int mesh = Integer.parseInt(args[0]);
        NodeSettings settings = DivvyMember.settings(mesh, List.of(mesh));
        if (args.length > 1) {
            settings = settings.withMaxMemory(Long.parseLong(args[1]) * MEGABYTE);
        }
        DivvyMember member = new DivvyMember(settings);
        member.awaitServing();
        System.out.println(OutputPrefix.LEASE + settings.timing().lease().toMillis());
        System.out.println(OutputPrefix.PORT + member.port());
        StandardInput.awaitEnd();
        Runtime.getRuntime().halt(0);
    }
}
