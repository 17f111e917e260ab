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

/** The connections to one node: a few are kept, no more than some are ever made. */
final class ConnectionPool {

    private static final int MOST = 16;
    private static final int KEPT = 4;

    /** Something on the way may have forgotten a connection that nobody used for so long. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private final String address;
    private final ConnectionFactory door;

    /** One for each connection that is in use or being made. */
    private final Semaphore permits = new Semaphore(MOST, true);

    /** Guarded by itself; the one used last is first. */
    private final Deque<RedisConnection> resting = new ArrayDeque<>();

    /** Why the last connection was refused that nobody waited for any more; those who wait as briefly shall hear of it too. */
    private volatile @Nullable RedisAccessException refused;

    ConnectionPool(String address, ConnectionFactory door) {
        this.address = address;
        this.door = door;
    }

    /**
     * A connection for the caller alone.
     *
     * @throws RedisTroubleException when there is none in time: nothing was sent
     */
    RedisConnection take(Deadline deadline) {
        try {
            if (!permits.tryAcquire(deadline.left(), TimeUnit.NANOSECONDS)) {
                throw new RedisAccessException(
                        Kind.AWAY, "too many questions wait for Redis at " + address + ", longer than " + deadline);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        RedisConnection rested = rested();
        return rested != null ? rested : made(deadline);
    }

    private @Nullable RedisConnection rested() {
        synchronized (resting) {
            RedisConnection wire;
            while ((wire = resting.pollFirst()) != null) {
                if (wire.isOpen() && !wire.restedFor(LONGEST_REST)) {
                    return wire;
                }
                wire.close();
            }
        }
        return null;
    }

    /** A connection that takes longer than the caller waits is kept for the next one. */
    private RedisConnection made(Deadline deadline) {
        CompletableFuture<RedisConnection> attempt;
        try {
            attempt = door.open(address);
        } catch (RuntimeException e) {
            permits.release();
            throw door.refusal(address, e);
        }
        try {
            RedisConnection wire = attempt.get(deadline.left(), TimeUnit.NANOSECONDS);
            refused = null;
            return wire;
        } catch (ExecutionException e) {
            permits.release();
            throw door.refusal(address, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            keepWhenMade(attempt);
            RedisAccessException why = refused;
            throw why != null
                    ? new RedisAccessException(why.kind(), String.valueOf(why.getMessage()), why)
                    : new RedisAccessException(
                            Kind.AWAY, "Redis at " + address + " did not let us in within " + deadline, e);
        } catch (InterruptedException e) {
            keepWhenMade(attempt);
            throw interrupted(e);
        }
    }

    private void keepWhenMade(CompletableFuture<RedisConnection> attempt) {
        CompletableFuture<RedisConnection> unused = attempt.whenComplete((wire, error) -> {
            if (wire != null) {
                refused = null;
                give(wire);
            } else {
                RedisAccessException why = door.refusal(address, error);
                refused = why.kind() == Kind.REFUSED ? why : null;
                permits.release();
            }
        });
    }

    private RedisAccessException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new RedisAccessException(Kind.AWAY, "interrupted on the way to Redis at " + address, cause);
    }

    /** Takes back a connection on which everything was answered. */
    void give(RedisConnection wire) {
        wire.rests();
        synchronized (resting) {
            resting.addFirst(wire);
            if (resting.size() > KEPT) {
                resting.removeLast().close();
            }
        }
        permits.release();
    }

    /** Ends a connection that is not trusted any more, and those that rest: they lead to the same node. */
    void drop(RedisConnection wire) {
        wire.close();
        synchronized (resting) {
            resting.forEach(RedisConnection::close);
            resting.clear();
        }
        permits.release();
    }
}
