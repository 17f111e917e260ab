package dev.divvy.outbox.reading;

import dev.divvy.outbox.table.EventRow;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Routes the rows of a hash to a worker's queue: to the queue that already has rows of it in use, otherwise to the one with the least load.
 * So one queue keeps the order within an entity, and a queue whose handler is slow gets no new hashes while others have less to do. Used by
 * the poller only.
 */
final class QueueRouting {

    private final List<WorkerQueue> queues;
    private final int idleRoutes;
    private final Takeovers takeovers;
    private final Map<Integer, WorkerQueue> routes = new HashMap<>();

    /** The number of routes above which unused ones are dropped. */
    private int limit;

    /** @param idleRoutes the number of unused routes that may be remembered */
    QueueRouting(List<WorkerQueue> queues, int idleRoutes, Takeovers takeovers) {
        this.queues = queues;
        this.takeovers = takeovers;
        this.idleRoutes = idleRoutes;
        this.limit = idleRoutes;
    }

    List<WorkerQueue> queues() {
        return queues;
    }

    WorkerQueue of(int hash) {
        return routes.computeIfAbsent(hash, unknown -> leastLoaded());
    }

    /** Returns the queue of a row. Those that are handled alone have one queue, so that a process has one of them in hand. */
    WorkerQueue of(EventRow row) {
        return row.care() == EventRow.Care.USUAL
                ? of(row.hash())
                : routes.computeIfAbsent(row.hash(), unknown -> queues.get(0));
    }

    Takeovers takeovers() {
        return takeovers;
    }

    private WorkerQueue leastLoaded() {
        return queues.stream()
                .min(Comparator.comparing(WorkerQueue::isFull).thenComparingInt(WorkerQueue::load))
                .orElseThrow();
    }

    void beginScan() {
        queues.forEach(WorkerQueue::beginScan);
        dropUnused();
    }

    /**
     * Lets the queues forget the rows that they completed, which the next read will not show. Their routes may be dropped then.
     *
     * @return the number of rows that were ever given back, counted afterwards: the queues remember those that this number lacks
     */
    long beginRead() {
        queues.forEach(WorkerQueue::beginRead);
        if (routes.size() > limit) {
            dropUnused();
        }
        return givenBack();
    }

    /** Returns the hashes of which no row may be parked now. */
    Set<Integer> hashesNotToPark() {
        Set<Integer> hashes = new HashSet<>();
        queues.forEach(queue -> queue.addHashesNotToPark(hashes));
        return hashes;
    }

    /** Returns the number of rows that were ever given back to a queue. */
    long givenBack() {
        return queues.stream().mapToLong(WorkerQueue::givenBack).sum();
    }

    private void dropUnused() {
        Set<Integer> needed = new HashSet<>();
        queues.forEach(queue -> queue.addHashesInUse(needed));
        routes.keySet().retainAll(needed);
        limit = Math.max(idleRoutes, 2 * routes.size());
    }
}
