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

/** One connection to one node. One call uses it at a time; after a call that ended without an answer it is not used any more. */
final class RedisConnection {

    /** How long is waited for replicas before the master is asked anew how many it has. */
    private static final Duration ROUND = Duration.ofMillis(200);

    /** What part of the patience must be left to wait for replicas once more, and still hear of it. */
    private static final int LEAST_PART = 5;

    /** For Redis no time at all is for ever. */
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final String address;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;

    /** Written by who gives it back, before anybody else takes it. */
    private long idleSince = System.nanoTime();

    RedisConnection(String address, StatefulRedisConnection<byte[], byte[]> connection) {
        this.address = address;
        this.connection = connection;
        this.commands = connection.async();
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    void rests() {
        idleSince = System.nanoTime();
    }

    boolean restedFor(Duration time) {
        return System.nanoTime() - idleSince > time.toNanos();
    }

    void close() {
        ConnectionFactory.end(connection);
    }

    @Nullable
    Object ask(ScriptCall errand, boolean asking, Deadline deadline) throws ErrorReplyException {
        try {
            return once(errand, true, asking, deadline);
        } catch (ErrorReplyException e) {
            if (!e.isNoScript()) {
                throw e;
            }
            return once(errand, false, asking, deadline);
        }
    }

    /** INFO goes with the script: the master says what replicas it has after it ran, and nothing waits for the question. */
    private @Nullable Object once(ScriptCall errand, boolean bySum, boolean asking, Deadline deadline)
            throws ErrorReplyException {
        Future<String> permit = asking ? commands.asking() : null;
        RedisFuture<@Nullable Object> sent = send(errand, bySum);
        ReplicaQuorum quorum = errand.quorum();
        Future<String> info = quorum != null && ReplicaCounter.isReported(quorum) ? commands.info("replication") : null;
        if (permit != null) {
            await(permit, deadline);
        }
        Object answer = await(sent, deadline);
        if (quorum != null) {
            try {
                awaitCopies(quorum, info == null ? "" : await(info, deadline), deadline);
            } catch (ErrorReplyException e) {
                throw e.afterTheScript();
            }
        }
        return answer;
    }

    private RedisFuture<@Nullable Object> send(ScriptCall errand, boolean bySum) {
        CommandArgs<byte[], byte[]> words = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(bySum ? errand.script().sha1() : errand.script().text())
                .add(errand.keys().size())
                .addKeys(errand.keys())
                .addValues(errand.arguments());
        return commands.dispatch(bySum ? CommandType.EVALSHA : CommandType.EVAL, new ScriptOutput(), words);
    }

    /** The master may lose replicas while we wait for them, so it is asked again and again how many it takes. */
    private void awaitCopies(ReplicaQuorum quorum, String said, Deadline deadline) throws ErrorReplyException {
        int needed = ReplicaCounter.needed(quorum, said);
        while (needed > 0) {
            long round = Math.max(MILLI, Math.min(ROUND.toNanos(), deadline.left() / 2));
            long have = await(commands.waitForReplication(needed, TimeUnit.NANOSECONDS.toMillis(round)), deadline);
            if (have >= needed) {
                return;
            }
            if (deadline.left() < deadline.patience().toNanos() / LEAST_PART) {
                throw new RedisAccessException(
                        Kind.TOO_FEW_COPIES,
                        have + " of " + needed + " replicas of Redis at " + address + " had it within " + deadline);
            }
            if (ReplicaCounter.isReported(quorum)) {
                needed = ReplicaCounter.needed(quorum, await(commands.info("replication"), deadline));
            }
        }
    }

    /** What the node knows of the slots of its cluster. */
    List<Object> slots(Deadline deadline) throws ErrorReplyException {
        return await(commands.clusterSlots(), deadline);
    }

    private <T> T await(Future<T> answer, Deadline deadline) throws ErrorReplyException {
        try {
            return answer.get(deadline.left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new RedisAccessException(Kind.AWAY, "Redis at " + address + " did not answer within " + deadline, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisAccessException(Kind.AWAY, "interrupted while Redis at " + address + " was asked", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof RedisCommandExecutionException error) {
                throw new ErrorReplyException(address, String.valueOf(error.getMessage()), error);
            }
            throw ConnectionErrorText.lost(address, cause);
        }
    }
}
