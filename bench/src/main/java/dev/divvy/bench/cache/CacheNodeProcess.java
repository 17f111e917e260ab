package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.DivvyMember;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.StandardInput;
import java.util.List;

/** A single node for Redis clients. Argument: its mesh port. It prints the port for clients. */
final class CacheNodeProcess {

    private CacheNodeProcess() {}

    public static void main(String[] args) throws Exception {
        int mesh = Integer.parseInt(args[0]);
        DivvyMember member = new DivvyMember(mesh, List.of(mesh));
        member.awaitServing();
        System.out.println(OutputPrefix.PORT + member.port());
        StandardInput.awaitEnd();
        Runtime.getRuntime().halt(0);
    }
}
