package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One queue that is never emptied, and one that is. */
class TableScanTest {

    private static final ProcessorSettings SETTINGS =
            ProcessorSettings.defaults().withBatchSize(10).withWorkers(2);
    private static final int PAGES = 12;

    /** The number of hashes whose first rows the slow queue has. */
    private static final int HASHES = 240;

    private final WorkerQueue slow = new WorkerQueue(HASHES);
    private final WorkerQueue idle = new WorkerQueue(HASHES);
    private final QueueRouting routes = new QueueRouting(List.of(slow, idle), 1000, new Takeovers(1000));
    private final List<Long> pauses = new ArrayList<>();
    private boolean wakes;

    private TableScan scan(HeldTable table) {
        return new TableScan(
                table.context(),
                routes,
                new WaitingRows(table.context(), routes, (notDue, behind) -> 0),
                new UnreadableHashes(),
                nanos -> {
                    pauses.add(nanos);
                    return wakes;
                },
                plan(table, Integer.MIN_VALUE));
    }

    private static ScanPlan plan(HeldTable table, long from) {
        return ScanPlan.of(table.context().ownership().held(), ScanScope.EVERYTHING, from, new UnreadableHashes());
    }

    /** Returns a table with pages of rows behind those that the slow queue has, and one row of a new hash after them. */
    private HeldTable table() throws Exception {
        HeldTable table = new HeldTable(SETTINGS);
        for (int number = 0; number < 2 * HASHES; number++) {
            table.insert(HeldTable.hash(number), "PENDING", 0);
        }
        scan(table).run();
        List<EventRow> others = idle.take(2 * HASHES, 1000);
        assertThat(others).as("half of them").hasSize(HASHES);
        List<Long> ids = others.stream().map(EventRow::id).toList();
        table.context().onConnection(connection -> table.context().table().complete(connection, ids, false));
        idle.completed(others);
        for (int number = 0; number < 2 * HASHES; number++) {
            if (routes.of(HeldTable.hash(number)) == slow) {
                for (int i = 1; i < PAGES * TableScan.pageSize(SETTINGS) / HASHES; i++) {
                    table.insert(HeldTable.hash(number), "PENDING", 0);
                }
            }
        }
        table.insert(HeldTable.hash(2 * HASHES), "PENDING", 0);
        return table;
    }

    @Test
    void thePollerRestsAmongRowsOfASlowQueueAndStillReachesTheOthers() throws Exception {
        HeldTable table = table();
        long before = table.context().counters().snapshot().read();
        assertThat(scan(table).run()).as("something was taken").isTrue();
        assertThat(idle.take(10, 1000)).hasSize(1);
        assertThat(pauses).hasSizeBetween(PAGES / 4 - 1, PAGES / 4 + 1);
        assertThat(pauses).allSatisfy(nanos -> assertThat(nanos).isBetween(1L, TimeUnit.SECONDS.toNanos(1)));
        assertThat(table.context().counters().snapshot().read() - before)
                .as("each row is read about once per scan")
                .isLessThan((PAGES + 2L) * TableScan.pageSize(SETTINGS));
    }

    @Test
    void aWakeUpDuringTheScanIsNotForgotten() throws Exception {
        HeldTable table = table();
        scan(table).run();
        assertThat(scan(table).run()).as("all is under way or refused").isFalse();
        wakes = true;
        assertThat(scan(table).run()).isTrue();
    }

    /** In one page the other queue gets so many rows that it does not run low, and then comes a row for the slow one. */
    @Test
    @Timeout(60)
    void aWorkerWithRowsWorksWhileThePollerWaitsForAnotherQueue() throws Exception {
        HeldTable table = table();
        for (int number = 0; number < 2 * HASHES; number++) {
            if (routes.of(HeldTable.hash(number)) == idle) {
                for (int i = 0; i < 10; i++) {
                    table.insert(HeldTable.hash(number), "PENDING", 0);
                }
            }
        }
        Thread worker = new Thread(() -> {
            try {
                while (true) {
                    idle.completed(idle.take(HASHES, 1000));
                }
            } catch (InterruptedException e) {
                // The test is over.
            }
        });
        worker.start();
        try {
            assertThat(scan(table).run()).isTrue();
        } finally {
            worker.interrupt();
            worker.join();
        }
    }

    @Test
    void aScanGoesOnWhereTheLastOneEndedAndReachesTheBeginningToo() throws Exception {
        HeldTable table = new HeldTable(SETTINGS);
        int pageSize = TableScan.pageSize(SETTINGS);
        for (int number = 0; number < 4 * pageSize; number++) {
            table.insert(HeldTable.hash(number), "PENDING", 0);
        }
        WorkerQueue queue = new WorkerQueue(10 * pageSize);
        QueueRouting routing = new QueueRouting(List.of(queue), 1000, new Takeovers(1000));
        table.changeAfter(2L * pageSize);
        TableScan ended = scan(table, routing, Integer.MIN_VALUE);
        assertThat(ended.run()).isTrue();
        assertThat(ended.wasEnded()).isTrue();
        List<EventRow> first = queue.take(10 * pageSize, Long.MAX_VALUE);
        queue.giveBack(first);

        assertThat(scan(table, routing, ended.position()).run()).isTrue();
        List<EventRow> second = queue.take(10 * pageSize, Long.MAX_VALUE);
        assertThat(second.get(0).hash())
                .as("the first hash of the next scan")
                .isGreaterThan(HeldTable.hash(pageSize - 2));
        assertThat(second).hasSize(4 * pageSize);
    }

    private static TableScan scan(HeldTable table, QueueRouting routing, long from) {
        WaitingRows waiting = new WaitingRows(table.context(), routing, (notDue, behind) -> 0);
        return new TableScan(
                table.context(), routing, waiting, new UnreadableHashes(), nanos -> false, plan(table, from));
    }

    @Test
    void aQueueThatGotOnlyTheFirstRowsOfAHashWantsTheRest() throws Exception {
        HeldTable table = new HeldTable(SETTINGS);
        for (int i = 0; i < 3 * TableScan.pageSize(SETTINGS); i++) {
            table.insert(HeldTable.hash(0), "PENDING", 0);
        }
        WorkerQueue only = new WorkerQueue(TableScan.pageSize(SETTINGS));
        new TableScan(
                        table.context(),
                        new QueueRouting(List.of(only), 1000, new Takeovers(1000)),
                        new WaitingRows(table.context(), routes, (notDue, behind) -> 0),
                        new UnreadableHashes(),
                        nanos -> true,
                        plan(table, Integer.MIN_VALUE))
                .run();
        assertThat(only.wantsMore()).as("it has enough").isFalse();
        only.completed(only.take(TableScan.pageSize(SETTINGS), 1000));
        assertThat(only.wantsMore()).isTrue();
    }
}
