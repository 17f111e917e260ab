package dev.divvy.outbox.reading;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Routes the rows of a hash to a worker's queue: to the one that already has rows of it in use, otherwise to the one with the least load.
 * So one queue keeps the order within an entity, and a queue whose handler is slow gets nothing new while others have less to do. Used by
 * the poller only.
 */
final class QueueRouting {

    private final List<WorkerQueue> queues;
    private final int many;
    private final Map<Integer, WorkerQueue> routes = new HashMap<>();

    /** How many routes there may be before the unused ones are looked for. */
    private int most;

    /** @param many how many routes may be remembered without need */
    QueueRouting(List<WorkerQueue> queues, int many) {
        this.queues = queues;
        this.many = many;
        this.most = many;
    }

    List<WorkerQueue> queues() {
        return queues;
    }

    WorkerQueue of(int hash) {
        return routes.computeIfAbsent(hash, unknown -> leastLoaded());
    }

    private WorkerQueue leastLoaded() {
        return queues.stream()
                .min(Comparator.comparing(WorkerQueue::isFull).thenComparingInt(WorkerQueue::load))
                .orElseThrow();
    }

    void scanBegins() {
        queues.forEach(WorkerQueue::scanBegins);
        forget();
    }

    /** The queues forget the rows that they completed, since the read will not show them: so may their routes be forgotten. */
    void readBegins() {
        queues.forEach(WorkerQueue::readBegins);
        if (routes.size() > most) {
            forget();
        }
    }

    private void forget() {
        Set<Integer> needed = new HashSet<>();
        queues.forEach(queue -> queue.addHashesInUse(needed));
        routes.keySet().retainAll(needed);
        most = Math.max(many, 2 * routes.size());
    }
}
