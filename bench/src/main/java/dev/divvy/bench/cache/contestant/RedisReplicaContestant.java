package dev.divvy.bench.cache.contestant;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Lettuce client of Redis with a replica. WAIT blocks its connection, so writes take turns on several connections; reads share one, as
 * without a replica.
 */
final class RedisReplicaContestant implements Contestant {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    private static final int WRITERS = 64;
    private static final int WAIT_MILLIS = 100;

    private final RedisClient client;
    private final StatefulRedisConnection<String, byte[]> reader;
    private final List<RedisAsyncCommands<String, byte[]>> writers = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private RedisReplicaContestant(RedisClient client) {
        this.client = client;
        this.reader = client.connect(CODEC);
        for (int i = 0; i < WRITERS; i++) {
            writers.add(client.connect(CODEC).async());
        }
    }

    static RedisReplicaContestant connect(int port) {
        return new RedisReplicaContestant(RedisClient.create(RedisURI.create("127.0.0.1", port)));
    }

    @Override
    public byte[] get(String key) {
        return reader.sync().get(key);
    }

    @Override
    public void put(String key, byte[] value) throws Exception {
        putAsync(key, value).toCompletableFuture().get();
    }

    @Override
    public CompletionStage<byte[]> getAsync(String key) {
        return reader.async().get(key);
    }

    @Override
    public CompletionStage<?> putAsync(String key, byte[] value) {
        RedisAsyncCommands<String, byte[]> writer = writers.get(Math.floorMod(turn.getAndIncrement(), WRITERS));
        RedisFuture<Long> copies;
        // The two commands must follow each other on the connection.
        synchronized (writer) {
            var unused = writer.set(key, value);
            copies = writer.waitForReplication(1, WAIT_MILLIS);
        }
        return copies.thenCompose(count -> untilCopied(writer, count));
    }

    /** A write counts when its copy is written, also where that takes longer than one WAIT. */
    private static CompletionStage<?> untilCopied(RedisAsyncCommands<String, byte[]> writer, long copies) {
        return copies > 0
                ? CompletableFuture.completedFuture(copies)
                : writer.waitForReplication(1, WAIT_MILLIS).thenCompose(count -> untilCopied(writer, count));
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
