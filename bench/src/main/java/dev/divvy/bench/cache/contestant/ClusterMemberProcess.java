package dev.divvy.bench.cache.contestant;

import dev.divvy.bench.live.StandardInput;
import java.util.Arrays;

/**
 * A cluster member that receives requests only from other members. Arguments: the kind, its port, the ports of all members. It leaves in
 * order on SIGTERM.
 */
public final class ClusterMemberProcess {

    private ClusterMemberProcess() {}

    public static void main(String[] args) throws Exception {
        ClusterMember member = CacheKind.valueOf(args[0])
                .member(
                        Integer.parseInt(args[1]),
                        Arrays.stream(args[2].split(",", -1))
                                .map(Integer::valueOf)
                                .toList());
        Runtime.getRuntime().addShutdownHook(new Thread(member::close));
        System.out.println(OutputPrefix.SERVING);
        StandardInput.awaitEnd();
        Runtime.getRuntime().halt(0);
    }
}
