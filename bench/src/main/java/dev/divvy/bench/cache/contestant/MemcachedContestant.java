package dev.divvy.bench.cache.contestant;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.spy.memcached.BinaryConnectionFactory;
import net.spy.memcached.MemcachedClient;

/** A client of memcached with one connection, in the binary protocol. */
final class MemcachedContestant implements Contestant {

    private static final int NEVER = 0;

    private final MemcachedClient client;

    MemcachedContestant(int port) throws IOException {
        client = new MemcachedClient(
                new BinaryConnectionFactory(), List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    @Override
    public byte[] get(String key) {
        return (byte[]) client.get(key);
    }

    @Override
    public void put(String key, byte[] value) throws Exception {
        if (!client.set(key, NEVER, value).get()) {
            throw new IllegalStateException("memcached did not store " + key);
        }
    }

    @Override
    public CompletionStage<byte[]> getAsync(String key) {
        CompletableFuture<byte[]> found = new CompletableFuture<>();
        var unused = client.asyncGet(key).addListener(done -> found.complete((byte[]) done.get()));
        return found;
    }

    @Override
    public CompletionStage<?> putAsync(String key, byte[] value) {
        CompletableFuture<Boolean> stored = new CompletableFuture<>();
        var unused = client.set(key, NEVER, value).addListener(done -> stored.complete((Boolean) done.get()));
        return stored;
    }

    @Override
    public boolean isRemote(String key) {
        return true;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
