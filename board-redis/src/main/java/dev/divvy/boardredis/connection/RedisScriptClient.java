package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.ReplicaQuorum;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.coordination.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on one Redis, a server or a cluster, and listens to its channels. Connects on demand and reconnects when needed; the
 * constructor does not fail because Redis is not available. Thread-safe.
 */
public final class RedisScriptClient implements AutoCloseable {

    private static final Duration RETRY_DELAY = Duration.ofMillis(50);
    private static final int MAX_IMMEDIATE_REDIRECTS = 4;

    private final RedisAddress redis;
    private final ConnectionFactory connections;
    private final SlotOwners masters;
    private final ChannelListeners listeners;
    private final Map<String, ConnectionPool> pools = new ConcurrentHashMap<>();

    private volatile boolean closed;

    public RedisScriptClient(RedisAddress redis) {
        this.redis = redis;
        this.connections = new ConnectionFactory(redis);
        this.masters = redis.isCluster()
                ? new ClusterSlotOwners(redis.addresses(), this::poolOf)
                : new SingleSlotOwner(redis.addresses().get(0));
        this.listeners = new ChannelListeners(connections, masters);
    }

    public RedisAddress address() {
        return redis;
    }

    /**
     * Runs a script that changes nothing, or whose changes need not survive a failover.
     *
     * @param keys the keys, at least one; all in one slot
     * @return byte[], Long, null, or a List of these
     * @throws RedisAccessException within the timeout
     */
    public @Nullable Object query(Script script, List<byte[]> keys, List<byte[]> arguments, Duration timeout) {
        return run(new ScriptCall(script, keys, arguments, null), Deadline.after(timeout));
    }

    /** Like {@link #query}, but returns only when the change is on a majority of master and replicas. */
    public @Nullable Object update(Script script, List<byte[]> keys, List<byte[]> arguments, Duration timeout) {
        return update(script, keys, arguments, timeout, ReplicaQuorum.MAJORITY);
    }

    /** Like {@link #query}, but returns only when the change is on as many replicas as the quorum requires. */
    public @Nullable Object update(
            Script script, List<byte[]> keys, List<byte[]> arguments, Duration timeout, ReplicaQuorum quorum) {
        return run(new ScriptCall(script, keys, arguments, quorum), Deadline.after(timeout));
    }

    /**
     * Calls {@code changed} soon after something was published on a channel, and whenever that may have been missed: also once when
     * listening begins. Returns at once, whether Redis is available or not. {@code changed} is called on another thread and must not block.
     */
    public Subscription listen(String channel, Runnable changed) {
        return listeners.add(channel, changed);
    }

    private ConnectionPool poolOf(String address) {
        return pools.computeIfAbsent(address, node -> new ConnectionPool(node, connections));
    }

    /** Retries, here or on another node, as long as it is certain that nothing was carried out. */
    private @Nullable Object run(ScriptCall call, Deadline deadline) {
        Optional<Redirect> redirect = Optional.empty();
        for (int attempts = 1; ; attempts++) {
            Attempt attempt = attempt(call, redirect, deadline);
            if (attempt.failure().isEmpty()) {
                return attempt.reply();
            }
            redirect = attempt.redirect();
            if (redirect.isEmpty() || attempts > MAX_IMMEDIATE_REDIRECTS) {
                pause(attempt.failure().get(), deadline);
            }
        }
    }

    /** A redirection by a node; with {@code asking} it is for this one request only. */
    private record Redirect(String address, boolean asking) {}

    /**
     * The outcome of one attempt: a reply, or a failure after which a retry is safe.
     *
     * @param redirect the node to retry on, if the reply was a redirection
     */
    private record Attempt(
            @Nullable Object reply, Optional<RedisAccessException> failure, Optional<Redirect> redirect) {

        static Attempt failed(RedisAccessException failure) {
            return new Attempt(null, Optional.of(failure), Optional.empty());
        }

        static Attempt redirected(RedisAccessException failure, String address, boolean asking) {
            return new Attempt(null, Optional.of(failure), Optional.of(new Redirect(address, asking)));
        }
    }

    private Attempt attempt(ScriptCall call, Optional<Redirect> redirect, Deadline deadline) {
        if (closed) {
            throw new RedisAccessException(Kind.UNAVAILABLE, "the client of Redis at " + redis + " is closed");
        }
        String address;
        RedisConnection connection;
        try {
            address = redirect.isPresent() ? redirect.get().address() : masters.masterOf(call.slot(), deadline);
            connection = acquire(address, deadline);
        } catch (RedisAccessException e) {
            if (!masters.mayFailOver() || e.kind() != Kind.UNAVAILABLE) {
                throw e;
            }
            return Attempt.failed(e);
        }
        ConnectionPool pool = poolOf(address);
        try {
            boolean asking = redirect.isPresent() && redirect.get().asking();
            Attempt attempt = new Attempt(connection.run(call, asking, deadline), Optional.empty(), Optional.empty());
            pool.release(connection);
            return attempt;
        } catch (ErrorReplyException e) {
            if (e.isFromNoMaster()) {
                // The next attempt looks up the address again and connects to the node that it leads to now.
                pool.discard(connection);
            } else {
                pool.release(connection);
            }
            return after(e, address);
        } catch (RuntimeException e) {
            if (e instanceof RedisAccessException failure && failure.kind() == Kind.TOO_FEW_REPLICAS) {
                pool.release(connection);
            } else {
                pool.discard(connection);
                masters.suspect(address);
            }
            throw e;
        }
    }

    private RedisConnection acquire(String address, Deadline deadline) {
        try {
            return poolOf(address).acquire(deadline);
        } catch (RedisAccessException e) {
            masters.suspect(address);
            throw e;
        }
    }

    private Attempt after(ErrorReplyException reply, String address) {
        if (reply.moved().isPresent()) {
            masters.redirected(address);
            return Attempt.redirected(reply.toAccessException(), reply.moved().get(), false);
        }
        if (reply.ask().isPresent()) {
            return Attempt.redirected(reply.toAccessException(), reply.ask().get(), true);
        }
        if (reply.isTransient()) {
            masters.suspect(address);
            return Attempt.failed(reply.toAccessException());
        }
        throw reply.toAccessException();
    }

    private static void pause(RedisAccessException failure, Deadline deadline) {
        if (deadline.left() <= RETRY_DELAY.toNanos()) {
            throw failure;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(RETRY_DELAY.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    /** Closes all connections and ends all threads at once, whether Redis answers or not. */
    @Override
    public void close() {
        closed = true;
        listeners.close();
        connections.close();
    }
}
