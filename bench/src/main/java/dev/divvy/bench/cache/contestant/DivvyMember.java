package dev.divvy.bench.cache.contestant;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.Cache;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.Codec;
import dev.divvy.cache.NodeSettings;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.testservers.redis.RedisTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** A node, and its embedded cache. */
public final class DivvyMember implements ClusterMember {

    private static final Tokens TOKENS = Tokens.redis();

    /** An address on a card: host, port and process. */
    private static final Pattern ADDRESS = Pattern.compile(".*:([0-9]+)/[0-9]+");

    private final CacheNode node;
    private final Cache<String, byte[]> cache;

    public DivvyMember(NodeSettings settings) throws IOException {
        node = CacheNode.start(settings);
        cache = Cache.on(node, Codec.strings(), Codec.bytes());
    }

    /** Returns the default settings of a node that is named after its mesh port. */
    public static NodeSettings settings(int mesh, List<Integer> peers) {
        return NodeSettings.named("n" + mesh)
                .withListenAddress(loopback(0))
                .withMeshAddress(loopback(mesh))
                .withPeers(peers.stream().map(DivvyMember::loopback).toList());
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
    public CompletionStage<?> putAsync(String key, byte[] value) {
        return cache.async().put(key, value);
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
    public boolean isProtected() {
        return node.status().members().stream()
                .allMatch(member -> replication(portOf(member), "divvy_unsettled_tokens:") == 0);
    }

    private static int portOf(MemberStatus member) {
        return Integer.parseInt(ADDRESS.matcher(member.address()).replaceFirst("$1"));
    }

    private static long replication(int port, String field) {
        return RedisTools.cli(port, "INFO", "replication").lines().stream()
                .filter(line -> line.startsWith(field))
                .mapToLong(line -> Long.parseLong(line.substring(field.length()).strip()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public long size() {
        return node.size() + replication(port(), "divvy_copied_entries:");
    }

    @Override
    public void close() {
        node.close();
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
