package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetentionTest {

    private static final ProcessorSettings KEEPING =
            ProcessorSettings.defaults().withKeepDone(Duration.ofMinutes(1));
    private static final int PAGE_SIZE = 2;
    private static final int LONG_AGO = 3600;

    private static void insert(HeldTable table, int count, String status, int secondsAgo) throws Exception {
        for (int i = 0; i < count; i++) {
            table.insert(HeldTable.hash(i), status, secondsAgo);
        }
    }

    private static Retention retention(HeldTable table) {
        return new Retention(table.context(), PAGE_SIZE, DaemonThreads.named("retention"));
    }

    @Test
    void oldEventsOfAllProcessorsAreDeletedAndNoOthers() throws Exception {
        HeldTable table = new HeldTable(KEEPING);
        insert(table, 20, "ABORTED", LONG_AGO);
        insert(table, 5, "DONE", 0);
        insert(table, 11, "DONE", LONG_AGO);
        insert(table, 5, "PENDING", 0);
        table.insert(Integer.MAX_VALUE, "DONE", LONG_AGO);
        retention(table).deleteOld();
        assertThat(table.count("status = 'ABORTED'")).isEqualTo(20);
        assertThat(table.count("status = 'PENDING'")).isEqualTo(5);
        assertThat(table.count("status = 'DONE'")).isEqualTo(5);
    }

    @Test
    void onlyTheOwnerOfTheFirstTokenDeletes() throws Exception {
        HeldTable table = new HeldTable(KEEPING);
        insert(table, 3, "DONE", LONG_AGO);
        Retention retention = retention(table);
        table.hasFirst = false;
        retention.deleteOld();
        assertThat(table.count("status = 'DONE'")).isEqualTo(3);
        table.hasFirst = true;
        retention.deleteOld();
        assertThat(table.count("status = 'DONE'")).isZero();
    }

    @Test
    void whereNoneAreKeptThoseOfAnEarlierSettingAreDeleted() throws Exception {
        HeldTable table = new HeldTable(ProcessorSettings.defaults());
        insert(table, 20, "DONE", 0);
        insert(table, 5, "ABORTED", LONG_AGO);
        retention(table).deleteOld();
        assertThat(table.count("status = 'DONE'")).isZero();
        assertThat(table.count("status = 'ABORTED'")).isEqualTo(5);
    }

    @Test
    void aThreadThatCannotBeStartedIsReplacedByAnother() throws Exception {
        HeldTable table = new HeldTable(KEEPING);
        insert(table, 3, "DONE", LONG_AGO);
        AtomicInteger threads = new AtomicInteger();
        // A thread that runs already refuses to be started, as one does for which there is no memory.
        Retention retention = new Retention(
                table.context(),
                PAGE_SIZE,
                task -> threads.getAndIncrement() == 0
                        ? Thread.currentThread()
                        : DaemonThreads.unstarted("retention", task));
        retention.check();
        assertThat(table.count("status = 'DONE'")).isEqualTo(3);
        retention.check();
        Await.until("they are deleted", Duration.ofMinutes(1), () -> table.count("status = 'DONE'") == 0);
        assertThat(threads).hasValue(2);
    }
}
