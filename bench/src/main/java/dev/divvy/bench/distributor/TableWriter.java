package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Timing;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.ping.ServiceAddress;
import dev.divvy.distributor.redis.RedisStorePorts;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.store.WriterElection;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.EpochBounds;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A writer that performs a round of the distributor step by step, without pings. */
final class TableWriter implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final EpochBounds MEMORY = new EpochBounds("bench", 0, 0);

    private final StoreNames namespaces;
    private final StorePorts store;
    private final Membership membership;
    private final Hold hold;

    /**
     * The times of a round that wrote, in nanoseconds.
     *
     * @param read reading names and table from Redis
     * @param plan computing the table and the change
     * @param write writing the change
     * @param processor processor time of the writing thread; less than the elapsed time on a busy machine
     */
    record Steps(long read, long plan, long write, long processor, DistributionChange change) {

        long total() {
            return read + plan + write;
        }
    }

    TableWriter(String redis, StoreNames namespaces) {
        this.namespaces = namespaces;
        this.store = RedisStorePorts.open(RedisAddress.at(redis), namespaces.distribution(), TIMEOUT);
        this.membership = WriterElection.GROUP.join(store.board(), "bench");
        Timing.await("the writer is elected", TIMEOUT, () -> membership.holds(WriterElection.PIECE));
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

    ValidLists validate(StoredLists lists) {
        return ValidLists.of(lists, namespaces.units(), ServiceAddress::refusal);
    }

    /** Reads the lists and the table, plans, and writes the change. */
    Steps replan(TablePlanner planner) {
        long processor = processorNanos();
        long began = System.nanoTime();
        ValidLists lists = validate(lists());
        Distribution current = store.distribution().read();
        long read = System.nanoTime();
        AssignmentTable table = planner.table(lists, lists.allServices(), current.table());
        DistributionChange change = change(current, table, lists)
                .orElseThrow(() -> new IllegalStateException("the lists led to no change of the table"));
        long planned = System.nanoTime();
        if (!store.distribution().replace(change, hold)) {
            throw new IllegalStateException("Redis did not accept the table; was this process paused for seconds?");
        }
        long written = System.nanoTime();
        return new Steps(read - began, planned - read, written - planned, processorNanos() - processor, change);
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Returns the change that publishes this table. */
    static Optional<DistributionChange> change(Distribution current, AssignmentTable table, ValidLists lists) {
        return TablePlanner.change(current, table, lists.allServices(), MEMORY);
    }

    /**
     * Makes these services acknowledge, as services with the client do; from then on the table records for each moved unit the service that
     * must release it.
     */
    void acknowledge(List<String> services) {
        services.forEach(service -> store.assignments().acknowledge(service, 0));
    }

    /** Gives up writing, and stops the heartbeat. */
    void stop() {
        hold.close();
        membership.close();
    }

    @Override
    public void close() {
        stop();
        store.close();
    }
}
