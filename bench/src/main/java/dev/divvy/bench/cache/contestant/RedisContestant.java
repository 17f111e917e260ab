package dev.divvy.bench.cache.contestant;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.util.concurrent.CompletionStage;

/** A Lettuce client of Redis or of a Redis cluster, with one connection per server. */
final class RedisContestant implements Contestant {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    private final RedisClusterCommands<String, byte[]> commands;
    private final RedisClusterAsyncCommands<String, byte[]> asyncCommands;
    private final Runnable shutdown;

    private RedisContestant(
            RedisClusterCommands<String, byte[]> commands,
            RedisClusterAsyncCommands<String, byte[]> asyncCommands,
            Runnable shutdown) {
        this.commands = commands;
        this.asyncCommands = asyncCommands;
        this.shutdown = shutdown;
    }

    static RedisContestant standalone(int port) {
        RedisClient client = RedisClient.create(loopback(port));
        var connection = client.connect(CODEC);
        return new RedisContestant(connection.sync(), connection.async(), client::shutdown);
    }

    static RedisContestant cluster(int port) {
        RedisClusterClient client = RedisClusterClient.create(loopback(port));
        var connection = client.connect(CODEC);
        return new RedisContestant(connection.sync(), connection.async(), client::shutdown);
    }

    private static RedisURI loopback(int port) {
        return RedisURI.create("127.0.0.1", port);
    }

    @Override
    public byte[] get(String key) {
        return commands.get(key);
    }

    @Override
    public void put(String key, byte[] value) {
        commands.set(key, value);
    }

    @Override
    public CompletionStage<byte[]> getAsync(String key) {
        return asyncCommands.get(key);
    }

    @Override
    public CompletionStage<?> putAsync(String key, byte[] value) {
        return asyncCommands.set(key, value);
    }

    @Override
    public boolean isRemote(String key) {
        return true;
    }

    @Override
    public void close() {
        shutdown.run();
    }
}
