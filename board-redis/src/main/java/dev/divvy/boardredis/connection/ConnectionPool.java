package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A pool of the connections to one node: at most 16 are in use or being opened, and at most 4 are kept idle. */
final class ConnectionPool {

    private static final int MAX_OPEN = 16;
    private static final int MAX_IDLE = 4;

    /** A firewall or proxy may have dropped a connection that was idle for longer. */
    private static final Duration MAX_IDLE_TIME = Duration.ofSeconds(30);

    private final String address;
    private final ConnectionFactory connections;

    /** One permit per connection that is in use or being opened. */
    private final Semaphore permits = new Semaphore(MAX_OPEN, true);

    /** Guarded by itself; the most recently used connection is first. */
    private final Deque<RedisConnection> idle = new ArrayDeque<>();

    /** The refusal of a connection whose caller had already timed out; reported to later callers that time out as well. */
    private volatile @Nullable RedisAccessException lastRefusal;

    ConnectionPool(String address, ConnectionFactory connections) {
        this.address = address;
        this.connections = connections;
    }

    /**
     * Returns a connection for the exclusive use of the caller.
     *
     * @throws RedisAccessException when none is available in time: nothing was sent
     */
    RedisConnection acquire(Deadline deadline) {
        try {
            if (!permits.tryAcquire(deadline.left(), TimeUnit.NANOSECONDS)) {
                throw new RedisAccessException(
                        Kind.UNAVAILABLE, "no connection to Redis at " + address + " was free within " + deadline);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        RedisConnection kept = pollIdle();
        return kept != null ? kept : open(deadline);
    }

    private @Nullable RedisConnection pollIdle() {
        synchronized (idle) {
            RedisConnection connection;
            while ((connection = idle.pollFirst()) != null) {
                if (connection.isOpen() && !connection.isIdleLongerThan(MAX_IDLE_TIME)) {
                    return connection;
                }
                connection.close();
            }
        }
        return null;
    }

    /** Opens a connection. One that takes longer than the caller waits is kept for the next caller. */
    private RedisConnection open(Deadline deadline) {
        CompletableFuture<RedisConnection> attempt;
        try {
            attempt = connections.open(address);
        } catch (RuntimeException e) {
            permits.release();
            throw connections.explain(address, e);
        }
        try {
            RedisConnection connection = attempt.get(deadline.left(), TimeUnit.NANOSECONDS);
            lastRefusal = null;
            return connection;
        } catch (ExecutionException e) {
            permits.release();
            throw connections.explain(address, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            keepWhenOpened(attempt);
            RedisAccessException refusal = lastRefusal;
            throw refusal != null
                    ? new RedisAccessException(refusal.kind(), String.valueOf(refusal.getMessage()), refusal)
                    : new RedisAccessException(
                            Kind.UNAVAILABLE,
                            "Redis at " + address + " did not accept a connection within " + deadline,
                            e);
        } catch (InterruptedException e) {
            keepWhenOpened(attempt);
            throw interrupted(e);
        }
    }

    private void keepWhenOpened(CompletableFuture<RedisConnection> attempt) {
        CompletableFuture<RedisConnection> unused = attempt.whenComplete((connection, error) -> {
            if (connection != null) {
                lastRefusal = null;
                release(connection);
            } else {
                RedisAccessException refusal = connections.explain(address, error);
                lastRefusal = refusal.kind() == Kind.REFUSED ? refusal : null;
                permits.release();
            }
        });
    }

    private RedisAccessException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new RedisAccessException(Kind.UNAVAILABLE, "interrupted while connecting to Redis at " + address, cause);
    }

    /** Takes back a connection on which every command was answered. */
    void release(RedisConnection connection) {
        connection.markIdle();
        synchronized (idle) {
            idle.addFirst(connection);
            if (idle.size() > MAX_IDLE) {
                idle.removeLast().close();
            }
        }
        permits.release();
    }

    /** Closes a connection that is not trusted any more, and the idle ones: they lead to the same node. */
    void discard(RedisConnection connection) {
        connection.close();
        synchronized (idle) {
            idle.forEach(RedisConnection::close);
            idle.clear();
        }
        permits.release();
    }
}
