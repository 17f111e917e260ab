package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.table.EventRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A reader with arbitrarily old pages, and workers, each with a queue. Their steps, and changes of the table by other users, happen in any
 * order. Each row that is handled is compared with the rows that were visible before it.
 */
final class QueueSimulation {

    private final RandomGenerator random;
    private final ModelTable table;
    private final QueueRouting routes;
    private final List<WorkerQueue> queues;
    private final List<SimulatedWorker> workers;
    private final long seed;
    private final int pageSize;

    // The reader.
    private final Deque<EventRow> page = new ArrayDeque<>();
    private final List<EventRow> parkable = new ArrayList<>();
    private int from = Integer.MAX_VALUE;
    private boolean mayWait = true;
    private long givenBack;

    QueueSimulation(long seed, RandomGenerator random) {
        this.seed = seed;
        this.random = random;
        this.table = new ModelTable(random);
        int capacity = 1 + random.nextInt(8);
        this.queues = Stream.generate(() -> new WorkerQueue(capacity))
                .limit(1 + random.nextInt(3))
                .toList();
        this.routes = new QueueRouting(queues, random.nextInt(6), new Takeovers(1000));
        this.workers = queues.stream()
                .map(queue -> new SimulatedWorker(seed, random, table, queue))
                .toList();
        this.pageSize = 1 + random.nextInt(12);
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(24)) {
                case 0, 1, 2 -> table.insert();
                case 3 -> table.commitLate();
                case 4 -> table.advance(random.nextInt(10));
                case 5 -> sometimes(table::discard);
                case 6 -> sometimes(this::ownedByAnother);
                case 7 -> sometimes(this::beginScan);
                case 8, 9, 10, 11, 12, 13, 14, 15 -> readerStep();
                default -> workerStep();
            }
        }
    }

    private void ownedByAnother() {
        table.ownedByAnother();
        mayWait = true;
    }

    private void sometimes(Runnable action) {
        if (random.nextInt(4) == 0) {
            action.run();
        }
    }

    /** Runs without further failures: every row must be handled within a number of steps. */
    void finish() {
        workers.forEach(SimulatedWorker::becomeReliable);
        table.commitAll();
        for (int i = 0; i < 2000 && !table.isEmpty(); i++) {
            table.advance(1);
            readerStep();
            for (int j = 0; j < 6; j++) {
                workers.forEach(SimulatedWorker::step);
            }
        }
        assertThat(table.isEmpty())
                .as("seed %d: never handled: %s", seed, table)
                .isTrue();
        for (int i = 0; i < 40; i++) {
            readerStep();
            workers.forEach(SimulatedWorker::step);
        }
        assertThat(queues.stream().mapToInt(WorkerQueue::remembered).sum())
                .as("seed %d: remembered without a row", seed)
                .isZero();
    }

    // --- the reader ---

    private void beginScan() {
        page.clear();
        parkable.clear();
        from = 0;
        routes.beginScan();
        long seen = routes.givenBack();
        workersStep();
        table.makeDuePending();
        workersStep();
        mayWait = table.anyWaiting();
        givenBack = seen;
    }

    private void readerStep() {
        if (!page.isEmpty()) {
            offer(page.remove());
            return;
        }
        if (!parkable.isEmpty()) {
            park();
            return;
        }
        if (from == Integer.MAX_VALUE) {
            beginScan();
        }
        boolean besideWaiting = routes.beginRead() != givenBack || mayWait;
        workersStep();
        List<EventRow> read = table.page(from, pageSize, besideWaiting);
        int last = read.isEmpty() ? 0 : read.get(read.size() - 1).hash();
        if (read.size() < pageSize) {
            from = Integer.MAX_VALUE;
            page.addAll(read);
        } else if (read.get(0).hash() == last) {
            from = last + 1;
            page.addAll(read);
        } else {
            from = last;
            read.stream().filter(row -> row.hash() != last).forEach(page::add);
        }
    }

    private void offer(EventRow row) {
        WorkerQueue queue = routes.of(row.hash());
        WorkerQueue.Offer result = queue.offer(row);
        while (result == WorkerQueue.Offer.REFUSED && random.nextBoolean()) {
            workerStep();
            result = queue.offerAgain(row);
        }
        if (result == WorkerQueue.Offer.PARKABLE) {
            parkable.add(row);
        }
    }

    private void park() {
        Set<Integer> notToPark = routes.hashesNotToPark();
        table.park(
                parkable.stream().filter(row -> !notToPark.contains(row.hash())).toList());
        parkable.clear();
        mayWait = true;
    }

    /** What may happen between two steps of the reader. */
    private void workersStep() {
        for (int i = random.nextInt(4); i > 0; i--) {
            workerStep();
        }
    }

    private void workerStep() {
        workers.get(random.nextInt(workers.size())).step();
    }
}
