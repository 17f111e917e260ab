package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Moments;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.ping.ServiceAddress;
import dev.divvy.distributor.redis.RedisStorePorts;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.store.WriterElection;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import dev.divvy.distributor.table.WriterMemory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A writer that does what one of the distributor's rounds does, step by step and without pings. */
final class Desk implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final WriterMemory MEMORY = new WriterMemory("bench", 0, 0);

    private final Namespaces namespaces;
    private final StorePorts store;
    private final Membership membership;
    private final Hold hold;

    /**
     * One round that wrote.
     *
     * @param read from Redis to names and table, in nanoseconds
     * @param plan who gets what, and what that changes
     * @param write of the change
     * @param processor time that the writing thread had of it; on a busy machine it waits as well
     */
    record Steps(long read, long plan, long write, long processor, DistributionChange change) {

        long all() {
            return read + plan + write;
        }
    }

    Desk(String redis, Namespaces namespaces) {
        this.namespaces = namespaces;
        this.store = RedisStorePorts.open(RedisAddress.at(redis), namespaces.distribution(), PATIENCE);
        this.membership = WriterElection.GROUP.join(store.board(), "bench");
        Moments.await("the writer may write", PATIENCE, () -> membership.holds(WriterElection.PIECE));
        this.hold = membership.hold(WriterElection.PIECE).orElseThrow();
    }

    StorePorts store() {
        return store;
    }

    StoredLists lists() {
        String services = namespaces.services().get(0);
        return new StoredLists(
                Map.of(services, store.names().read(services)), store.names().read(namespaces.units()));
    }

    ValidLists reading(StoredLists lists) {
        return ValidLists.of(lists, namespaces.units(), ServiceAddress::refusal);
    }

    /** Reads, divides and writes. */
    Steps play(TablePlanner planning) {
        long processor = processorNanos();
        long began = System.nanoTime();
        ValidLists reading = reading(lists());
        Distribution current = store.distribution().read();
        long read = System.nanoTime();
        AssignmentTable table = planning.table(reading, reading.allServices(), current.table());
        DistributionChange change = change(current, table, reading)
                .orElseThrow(() -> new IllegalStateException("nothing was to be changed"));
        long planned = System.nanoTime();
        if (!store.distribution().replace(change, hold)) {
            throw new IllegalStateException("the table was not taken; was this process stopped for seconds?");
        }
        long written = System.nanoTime();
        return new Steps(read - began, planned - read, written - planned, processorNanos() - processor, change);
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Returns the change that publishes this table. */
    static Optional<DistributionChange> change(Distribution current, AssignmentTable table, ValidLists reading) {
        return TablePlanner.change(current, table, reading.allServices(), MEMORY);
    }

    /** All of these say from now on when they let go of a unit, as services with the client do; so what moves is kept note of. */
    void acknowledge(List<String> services) {
        services.forEach(service -> store.assignments().acknowledge(service, 0));
    }

    /** Writes no more, and does not beat either. */
    void rest() {
        hold.close();
        membership.close();
    }

    @Override
    public void close() {
        rest();
        store.close();
    }
}
