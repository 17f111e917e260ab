package dev.divvy.bench.cache.contestant;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.Cache;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.Codec;
import dev.divvy.cache.NodeSettings;
import dev.divvy.coordination.status.GroupStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A node with default settings, and its embedded cache. */
public final class DivvyMember implements ClusterMember {

    private static final Tokens TOKENS = Tokens.redis();

    private final CacheNode node;
    private final Cache<String, byte[]> cache;

    /** Starts a node that is named after its mesh port. */
    public DivvyMember(int mesh, List<Integer> peers) throws IOException {
        node = CacheNode.start(NodeSettings.named("n" + mesh)
                .withListenAddress(loopback(0))
                .withMeshAddress(loopback(mesh))
                .withPeers(peers.stream().map(DivvyMember::loopback).toList()));
        cache = Cache.on(node, Codec.strings(), Codec.bytes());
    }

    public void awaitServing() throws InterruptedException {
        if (!node.awaitServing(Duration.ofMinutes(1))) {
            throw new IllegalStateException("the node " + node.name() + " did not serve within a minute");
        }
    }

    public int port() {
        return node.address().getPort();
    }

    @Override
    public byte[] get(String key) {
        return cache.get(key).orElseThrow();
    }

    @Override
    public void put(String key, byte[] value) {
        cache.put(key, value);
    }

    @Override
    public CompletionStage<byte[]> getAsync(String key) {
        return cache.async().get(key).thenApply(found -> found.orElseThrow());
    }

    @Override
    public boolean isRemote(String key) {
        int token = TOKENS.tokenOf(key);
        return node.status()
                .allocation()
                .flatMap(allocation -> allocation.owner(token))
                .map(owner -> !owner.id().equals(node.name()))
                .orElseThrow();
    }

    @Override
    public boolean isStable(int members) {
        GroupStatus status = node.status();
        return status.members().size() == members && status.calm() && node.isSettled();
    }

    @Override
    public long size() {
        return node.size();
    }

    @Override
    public void close() {
        node.close();
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
