package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.DivvyMember;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Ends;
import java.util.List;

/** A lone node for clients of Redis. Arguments: its port in the mesh. It says the port for clients. */
final class NodeProcess {

    private NodeProcess() {}

    public static void main(String[] words) throws Exception {
        int mesh = Integer.parseInt(words[0]);
        DivvyMember member = new DivvyMember(mesh, List.of(mesh));
        member.awaitServing();
        System.out.println(Said.PORT + member.port());
        Ends.awaitEnd();
        Runtime.getRuntime().halt(0);
    }
}
