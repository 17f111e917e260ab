package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Moments;
import dev.divvy.boardredis.RedisPlace;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.ping.Address;
import dev.divvy.distributor.redis.RedisPorts;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.store.Writing;
import dev.divvy.distributor.table.Change;
import dev.divvy.distributor.table.Lists;
import dev.divvy.distributor.table.Memory;
import dev.divvy.distributor.table.Planning;
import dev.divvy.distributor.table.Reading;
import dev.divvy.distributor.table.Sheet;
import dev.divvy.distributor.table.Table;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A writer that does what one of the distributor's rounds does, step by step and without pings. */
final class Desk implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Memory MEMORY = new Memory("bench", 0, 0);

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
    record Steps(long read, long plan, long write, long processor, Change change) {

        long all() {
            return read + plan + write;
        }
    }

    Desk(String redis, Namespaces namespaces) {
        this.namespaces = namespaces;
        this.store = RedisPorts.open(RedisPlace.at(redis), namespaces.distribution(), PATIENCE);
        this.membership = Writing.GROUP.join(store.board(), "bench");
        Moments.await("the writer may write", PATIENCE, () -> membership.holds(Writing.PIECE));
        this.hold = membership.hold(Writing.PIECE).orElseThrow();
    }

    StorePorts store() {
        return store;
    }

    Lists lists() {
        String services = namespaces.services().get(0);
        return new Lists(
                Map.of(services, store.names().read(services)), store.names().read(namespaces.units()));
    }

    Reading reading(Lists lists) {
        return Reading.of(lists, namespaces.units(), Address::refusal);
    }

    /** Reads, divides and writes. */
    Steps play(Planning planning) {
        long processor = processorNanos();
        long began = System.nanoTime();
        Reading reading = reading(lists());
        Sheet sheet = store.distribution().read();
        long read = System.nanoTime();
        Table table = planning.table(reading, reading.allServices(), sheet.table());
        Change change =
                change(sheet, table, reading).orElseThrow(() -> new IllegalStateException("nothing was to be changed"));
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

    /** What hanging up this table changes. */
    static Optional<Change> change(Sheet sheet, Table table, Reading reading) {
        return Planning.change(sheet, table, reading.allServices(), MEMORY);
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
