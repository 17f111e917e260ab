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

/** A client of Redis, or of a cluster of them, with one connection to a server. */
final class RedisContestant implements Contestant {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    private final RedisClusterCommands<String, byte[]> now;
    private final RedisClusterAsyncCommands<String, byte[]> later;
    private final Runnable end;

    private RedisContestant(
            RedisClusterCommands<String, byte[]> now, RedisClusterAsyncCommands<String, byte[]> later, Runnable end) {
        this.now = now;
        this.later = later;
        this.end = end;
    }

    static RedisContestant alone(int port) {
        RedisClient client = RedisClient.create(at(port));
        var connection = client.connect(CODEC);
        return new RedisContestant(connection.sync(), connection.async(), client::shutdown);
    }

    static RedisContestant cluster(int port) {
        RedisClusterClient client = RedisClusterClient.create(at(port));
        var connection = client.connect(CODEC);
        return new RedisContestant(connection.sync(), connection.async(), client::shutdown);
    }

    private static RedisURI at(int port) {
        return RedisURI.create("127.0.0.1", port);
    }

    @Override
    public byte[] get(String key) {
        return now.get(key);
    }

    @Override
    public void put(String key, byte[] value) {
        now.set(key, value);
    }

    @Override
    public CompletionStage<byte[]> getLater(String key) {
        return later.get(key);
    }

    @Override
    public boolean isElsewhere(String key) {
        return true;
    }

    @Override
    public void close() {
        end.run();
    }
}
