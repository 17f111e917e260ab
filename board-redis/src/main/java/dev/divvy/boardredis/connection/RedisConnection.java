package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.ReplicaQuorum;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A connection to one node. One call uses it at a time; after a call that ended without a reply it is not used any more. */
final class RedisConnection {

    /** How long to wait for replicas before checking again how many the master has. */
    private static final Duration WAIT_ROUND = Duration.ofMillis(200);

    /** The part of the timeout that must be left for another round of waiting for replicas: a fifth. */
    private static final int LEAST_PART_LEFT = 5;

    /** The shortest wait: Redis takes 0 as no limit. */
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final String address;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;

    /** Written by the call that releases the connection, before another call acquires it. */
    private long idleSince = System.nanoTime();

    RedisConnection(String address, StatefulRedisConnection<byte[], byte[]> connection) {
        this.address = address;
        this.connection = connection;
        this.commands = connection.async();
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    void markIdle() {
        idleSince = System.nanoTime();
    }

    boolean isIdleLongerThan(Duration time) {
        return System.nanoTime() - idleSince > time.toNanos();
    }

    void close() {
        ConnectionFactory.close(connection);
    }

    @Nullable
    Object run(ScriptCall call, boolean asking, Deadline deadline) throws ErrorReplyException {
        try {
            return attempt(call, true, asking, deadline);
        } catch (ErrorReplyException e) {
            if (!e.isNoScript()) {
                throw e;
            }
            return attempt(call, false, asking, deadline);
        }
    }

    /** Sends INFO together with the script: the master reports its replicas as they are after the script, without another round trip. */
    private @Nullable Object attempt(ScriptCall call, boolean bySha1, boolean asking, Deadline deadline)
            throws ErrorReplyException {
        Future<String> askingReply = asking ? commands.asking() : null;
        RedisFuture<@Nullable Object> reply = send(call, bySha1);
        ReplicaQuorum quorum = call.quorum();
        Future<String> info =
                quorum != null && RequiredReplicas.isReported(quorum) ? commands.info("replication") : null;
        if (askingReply != null) {
            await(askingReply, deadline);
        }
        Object result = await(reply, deadline);
        if (quorum != null) {
            try {
                awaitReplicas(quorum, info == null ? "" : await(info, deadline), deadline);
            } catch (ErrorReplyException e) {
                throw e.afterScript();
            }
        }
        return result;
    }

    private RedisFuture<@Nullable Object> send(ScriptCall call, boolean bySha1) {
        CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(bySha1 ? call.script().sha1() : call.script().text())
                .add(call.keys().size())
                .addKeys(call.keys())
                .addValues(call.arguments());
        return commands.dispatch(bySha1 ? CommandType.EVALSHA : CommandType.EVAL, new ScriptReplyDecoder(), arguments);
    }

    /** Waits for the quorum. The master may lose replicas meanwhile, so their number is checked again after each round. */
    private void awaitReplicas(ReplicaQuorum quorum, String info, Deadline deadline) throws ErrorReplyException {
        int needed = RequiredReplicas.needed(quorum, info);
        while (needed > 0) {
            long round = Math.max(MILLI, Math.min(WAIT_ROUND.toNanos(), deadline.left() / 2));
            long confirmed = await(commands.waitForReplication(needed, TimeUnit.NANOSECONDS.toMillis(round)), deadline);
            if (confirmed >= needed) {
                return;
            }
            if (deadline.left() < deadline.timeout().toNanos() / LEAST_PART_LEFT) {
                throw new RedisAccessException(
                        Kind.TOO_FEW_REPLICAS,
                        confirmed + " of " + needed + " required replicas of Redis at " + address
                                + " confirmed the change within " + deadline);
            }
            if (RequiredReplicas.isReported(quorum)) {
                needed = RequiredReplicas.needed(quorum, await(commands.info("replication"), deadline));
            }
        }
    }

    /** Returns the slots of the cluster, as this node knows them. */
    List<Object> slots(Deadline deadline) throws ErrorReplyException {
        return await(commands.clusterSlots(), deadline);
    }

    private <T> T await(Future<T> reply, Deadline deadline) throws ErrorReplyException {
        try {
            return reply.get(deadline.left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new RedisAccessException(
                    Kind.UNAVAILABLE, "Redis at " + address + " did not answer within " + deadline, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisAccessException(Kind.UNAVAILABLE, "interrupted while waiting for Redis at " + address, e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof RedisCommandExecutionException error) {
                throw new ErrorReplyException(address, String.valueOf(error.getMessage()), error);
            }
            throw ConnectionErrorText.lost(address, cause);
        }
    }
}
