package dev.divvy.distributor.scenario;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreAccess;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.table.AssignmentTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the table many times per second and records faults that no reader may see: a unit under two services, and the longest time that a unit had
 * no owner.
 */
final class TableWatch implements AutoCloseable {

    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final RedisStore store;
    private final Set<String> units;
    private final Thread thread = DaemonThreads.unstarted("table watch", this::watch);

    private volatile boolean stopped;

    /** Used by the thread until it has ended. */
    private final List<String> faults = new ArrayList<>();

    /** The time since which a unit is missing. Used by the thread until it has ended. */
    private final Map<String, Long> missing = new HashMap<>();

    private long longestGap;
    private long reads;

    TableWatch(RedisStore store, Set<String> units) {
        this.store = store;
        this.units = Set.copyOf(units);
    }

    TableWatch begin() {
        thread.start();
        return this;
    }

    private void watch() {
        while (!stopped) {
            try {
                check(StoreAccess.to(store).distribution().read().table(), System.nanoTime());
                reads++;
            } catch (StoreAccessException e) {
                // A Redis node is being replaced: a table that cannot be read is not wrong.
                missing.clear();
            }
            // A table stays for much longer than this: nothing is missed, and the processor is free for the processes.
            LockSupport.parkNanos(APART_NANOS);
        }
    }

    private void check(AssignmentTable table, long now) {
        Map<String, String> owners = new HashMap<>();
        table.fields()
                .forEach((service, text) -> AssignmentTable.units(text).forEach(unit -> {
                    String other = owners.put(unit, service);
                    if (other != null) {
                        faults.add(unit + " is under " + other + " and " + service);
                    }
                }));
        Set<String> gone = new HashSet<>(units);
        gone.removeAll(owners.keySet());
        missing.keySet().retainAll(gone);
        gone.forEach(unit -> longestGap = Math.max(longestGap, now - missing.computeIfAbsent(unit, name -> now)));
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the faults; to be called after closing. */
    List<String> faults() {
        return faults;
    }

    Duration longestGap() {
        return Duration.ofNanos(longestGap);
    }

    long reads() {
        return reads;
    }
}
