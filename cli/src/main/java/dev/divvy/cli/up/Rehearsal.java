package dev.divvy.cli.up;

import dev.divvy.cache.Cache;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.Codec;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cli.Divvy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A short life of two nodes. The launcher has Java lay down what it loads for this, so that nodes start quickly afterwards. */
final class Rehearsal {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int ENTRIES = 1_000;

    private Rehearsal() {}

    public static void main(String[] args) throws Exception {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Divvy.run(nowhere, nowhere, "node", "--help");
        List<InetSocketAddress> mesh = Ports.free(2).stream().map(Rehearsal::at).toList();
        try (CacheNode first = node("n1", mesh.get(0), mesh)) {
            Cache<String, byte[]> cache = Cache.on(first, Codec.strings(), Codec.bytes());
            for (int i = 0; i < ENTRIES; i++) {
                cache.put("k" + i, new byte[1]);
            }
            try (CacheNode second = node("n2", mesh.get(1), mesh)) {
                Cache.on(second, Codec.strings(), Codec.bytes()).get("k1");
            }
        }
    }

    private static CacheNode node(String name, InetSocketAddress own, List<InetSocketAddress> mesh)
            throws IOException, InterruptedException {
        CacheNode node = CacheNode.start(NodeSettings.named(name)
                .withListenAddress(at(0))
                .withMeshAddress(own)
                .withPeers(mesh));
        if (!node.awaitServing(PATIENCE)) {
            throw new IllegalStateException(name + " does not serve");
        }
        return node;
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
