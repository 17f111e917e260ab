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

/** Who serves which slot of a cluster, as one of its nodes said. Whenever a node is in trouble or sends us elsewhere, it is asked for anew. */
final class ClusterMap implements SlotOwners {

    /** How long one node may take to say what it knows, before another is asked. */
    private static final Duration ONE_NODE = Duration.ofMillis(400);

    private final List<String> seeds;
    private final Function<String, ConnectionPool> wires;
    private final ReentrantLock asking = new ReentrantLock();

    /** When a node was last in trouble, by address. */
    private final Map<String, Long> troubles = new ConcurrentHashMap<>();

    /** Written under the lock only. */
    private volatile SlotTable table = SlotTable.EMPTY;

    /** How often there was reason to ask anew. */
    private volatile long doubts = 1;

    /** Up to which doubt the table is an answer. Written under the lock only. */
    private volatile long settled;

    ClusterMap(List<String> seeds, Function<String, ConnectionPool> wires) {
        this.seeds = seeds;
        this.wires = wires;
    }

    @Override
    public String of(int slot, Deadline deadline) {
        if (settled < doubts) {
            refresh(deadline);
        }
        return table.master(slot).orElseThrow(() -> {
            again();
            return new RedisAccessException(Kind.AWAY, "no node of the cluster " + seeds + " serves slot " + slot);
        });
    }

    @Override
    public void doubt(String address) {
        troubles.put(address, System.nanoTime());
        again();
    }

    @Override
    public boolean mayChange() {
        return true;
    }

    @Override
    public void redirected(String from) {
        again();
    }

    private synchronized void again() {
        doubts++;
    }

    @Override
    public List<String> nodes() {
        Set<String> all = new LinkedHashSet<>(table.nodes());
        all.addAll(seeds);
        List<String> order = new ArrayList<>(all);
        long now = System.nanoTime();
        order.sort(Comparator.comparingLong(node -> -ageOfTrouble(node, now)));
        return order;
    }

    private long ageOfTrouble(String node, long now) {
        Long at = troubles.get(node);
        return at == null ? Long.MAX_VALUE : now - at;
    }

    private void refresh(Deadline deadline) {
        try {
            if (!asking.tryLock(deadline.left(), TimeUnit.NANOSECONDS)) {
                throw new RedisAccessException(
                        Kind.AWAY, "no node of the cluster " + seeds + " told its slots within " + deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisAccessException(Kind.AWAY, "interrupted on the way to the cluster " + seeds, e);
        }
        try {
            long asked = doubts;
            if (settled < asked) {
                table = ask(deadline);
                settled = asked;
            }
        } finally {
            asking.unlock();
        }
    }

    private SlotTable ask(Deadline deadline) {
        RedisAccessException last = null;
        for (String node : nodes()) {
            if (deadline.isOver()) {
                break;
            }
            try {
                SlotTable said = askOne(node, deadline.atMost(ONE_NODE));
                troubles.remove(node);
                return said;
            } catch (RedisAccessException e) {
                troubles.put(node, System.nanoTime());
                last = worse(last, e);
            }
        }
        throw last != null
                ? last
                : new RedisAccessException(Kind.AWAY, "no node of the cluster " + seeds + " answered in " + deadline);
    }

    /** What somebody must change is said rather than what passes by itself. */
    private static RedisAccessException worse(@Nullable RedisAccessException before, RedisAccessException now) {
        return before != null && before.kind() == Kind.REFUSED ? before : now;
    }

    private SlotTable askOne(String node, Deadline deadline) {
        ConnectionPool there = wires.apply(node);
        RedisConnection wire = there.take(deadline);
        try {
            SlotTable said = SlotTable.of(wire.slots(deadline), node);
            there.give(wire);
            return said;
        } catch (ErrorReplyException e) {
            there.give(wire);
            throw e.isNoCluster()
                    ? new RedisAccessException(
                            Kind.REFUSED, "Redis at " + node + " is not a node of a cluster; name it alone", e)
                    : e.trouble();
        } catch (RuntimeException e) {
            there.drop(wire);
            throw e;
        }
    }
}
