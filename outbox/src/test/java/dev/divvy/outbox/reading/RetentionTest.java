package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
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

    @Test
    void oldEventsOfAllProcessorsAreDeletedAndNoOthers() throws Exception {
        HeldTable table = new HeldTable(KEEPING);
        insert(table, 20, "ABORTED", LONG_AGO);
        insert(table, 5, "DONE", 0);
        insert(table, 11, "DONE", LONG_AGO);
        insert(table, 5, "PENDING", 0);
        table.insert(Integer.MAX_VALUE, "DONE", LONG_AGO);
        new Retention(table.context(), PAGE_SIZE).deleteOld();
        assertThat(table.count("status = 'ABORTED'")).isEqualTo(20);
        assertThat(table.count("status = 'PENDING'")).isEqualTo(5);
        assertThat(table.count("status = 'DONE'")).isEqualTo(5);
    }

    @Test
    void onlyTheOwnerOfTheFirstTokenDeletes() throws Exception {
        HeldTable table = new HeldTable(KEEPING);
        insert(table, 3, "DONE", LONG_AGO);
        Retention retention = new Retention(table.context(), PAGE_SIZE);
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
        new Retention(table.context(), PAGE_SIZE).deleteOld();
        assertThat(table.count("status = 'DONE'")).isZero();
        assertThat(table.count("status = 'ABORTED'")).isEqualTo(5);
    }
}
