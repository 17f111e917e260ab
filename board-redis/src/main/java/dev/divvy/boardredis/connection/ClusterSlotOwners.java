package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The masters of a cluster's slots, as reported by one of its nodes. Refreshed after a node fails or redirects a request. */
final class ClusterSlotOwners implements SlotOwners {

    /** How long one node may take to report its slots, before another is tried. */
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(400);

    private final List<String> seeds;
    private final Function<String, ConnectionPool> pools;
    private final ReentrantLock refreshLock = new ReentrantLock();

    /** When a node last failed, by address. */
    private final Map<String, Long> lastFailures = new ConcurrentHashMap<>();

    /** Written under the lock only. */
    private volatile SlotTable table = SlotTable.EMPTY;

    /** The number of refreshes requested so far. */
    private volatile long refreshesWanted = 1;

    /** The last refresh request that the table satisfies. Written under the lock only. */
    private volatile long refreshedUpTo;

    ClusterSlotOwners(List<String> seeds, Function<String, ConnectionPool> pools) {
        this.seeds = seeds;
        this.pools = pools;
    }

    @Override
    public String masterOf(int slot, Deadline deadline) {
        if (refreshedUpTo < refreshesWanted) {
            refresh(deadline);
        }
        return table.master(slot).orElseThrow(() -> {
            requestRefresh();
            return new RedisAccessException(
                    Kind.UNAVAILABLE, "no node of the cluster " + seeds + " serves slot " + slot);
        });
    }

    @Override
    public void suspect(String address) {
        lastFailures.put(address, System.nanoTime());
        requestRefresh();
    }

    @Override
    public boolean mayFailOver() {
        return true;
    }

    @Override
    public void redirected(String from) {
        requestRefresh();
    }

    private synchronized void requestRefresh() {
        refreshesWanted++;
    }

    @Override
    public List<String> nodes() {
        Set<String> all = new LinkedHashSet<>(table.nodes());
        all.addAll(seeds);
        List<String> order = new ArrayList<>(all);
        long now = System.nanoTime();
        order.sort(Comparator.comparingLong(node -> -nanosSinceFailure(node, now)));
        return order;
    }

    private long nanosSinceFailure(String node, long now) {
        Long at = lastFailures.get(node);
        return at == null ? Long.MAX_VALUE : now - at;
    }

    private void refresh(Deadline deadline) {
        try {
            if (!refreshLock.tryLock(deadline.left(), TimeUnit.NANOSECONDS)) {
                throw new RedisAccessException(
                        Kind.UNAVAILABLE, "no node of the cluster " + seeds + " reported its slots within " + deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisAccessException(Kind.UNAVAILABLE, "interrupted while waiting for the cluster " + seeds, e);
        }
        try {
            long wanted = refreshesWanted;
            if (refreshedUpTo < wanted) {
                table = fetch(deadline);
                refreshedUpTo = wanted;
            }
        } finally {
            refreshLock.unlock();
        }
    }

    private SlotTable fetch(Deadline deadline) {
        RedisAccessException last = null;
        for (String node : nodes()) {
            if (deadline.isOver()) {
                break;
            }
            try {
                SlotTable fetched = fetchFrom(node, deadline.atMost(NODE_TIMEOUT));
                lastFailures.remove(node);
                return fetched;
            } catch (RedisAccessException e) {
                lastFailures.put(node, System.nanoTime());
                last = preferRefusal(last, e);
            }
        }
        throw last != null
                ? last
                : new RedisAccessException(
                        Kind.UNAVAILABLE, "no node of the cluster " + seeds + " answered within " + deadline);
    }

    /** Prefers a refusal, which needs a change by a person, to a failure that may pass by itself. */
    private static RedisAccessException preferRefusal(@Nullable RedisAccessException before, RedisAccessException now) {
        return before != null && before.kind() == Kind.REFUSED ? before : now;
    }

    private SlotTable fetchFrom(String node, Deadline deadline) {
        ConnectionPool pool = pools.apply(node);
        RedisConnection connection = pool.acquire(deadline);
        try {
            SlotTable fetched = SlotTable.of(connection.slots(deadline), node);
            pool.release(connection);
            return fetched;
        } catch (ErrorReplyException e) {
            pool.release(connection);
            throw e.isNoCluster()
                    ? new RedisAccessException(
                            Kind.REFUSED, "Redis at " + node + " is not a node of a cluster; give its address alone", e)
                    : e.toAccessException();
        } catch (RuntimeException e) {
            pool.discard(connection);
            throw e;
        }
    }
}
