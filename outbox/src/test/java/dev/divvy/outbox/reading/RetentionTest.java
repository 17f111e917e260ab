package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest {

    private static final Duration KEEP = Duration.ofMinutes(1);
    private static final int PAGE_SIZE = 2;
    private static final int LONG_AGO = 3600;

    private HeldTable table;
    private Retention retention;

    @BeforeEach
    void begin() throws Exception {
        table = new HeldTable(ProcessorSettings.defaults());
        retention = new Retention(table.context(), PAGE_SIZE);
    }

    private void insert(int count, String status, int secondsAgo) throws Exception {
        for (int i = 0; i < count; i++) {
            table.insert(HeldTable.hash(i), status, secondsAgo);
        }
    }

    private void deleteOften() throws Exception {
        for (int i = 0; i < 20; i++) {
            retention.deleteOldNow(HeldTable.HELD, KEEP);
        }
    }

    @Test
    void oldEventsAreDeletedAlsoBehindManyThatWereAborted() throws Exception {
        insert(200, "ABORTED", LONG_AGO);
        insert(10, "DONE", LONG_AGO);
        insert(10, "DONE", 0);
        deleteOften();
        assertThat(table.count("status = 'ABORTED'")).isEqualTo(200);
        assertThat(table.count("status = 'DONE'")).isEqualTo(10);
    }

    @Test
    void anEventThatWasCompletedLateHidesNoOldOnes() throws Exception {
        insert(PAGE_SIZE, "DONE", 0);
        insert(20, "DONE", LONG_AGO);
        insert(20, "DONE", 0);
        insert(20, "DONE", LONG_AGO);
        deleteOften();
        assertThat(table.count("status = 'DONE'")).isEqualTo(20 + PAGE_SIZE);
    }

    @Test
    void theWalkStartsAgainForEventsThatGrowOld() throws Exception {
        insert(5, "DONE", 0);
        deleteOften();
        assertThat(table.count("status = 'DONE'")).isEqualTo(5);
        for (int i = 0; i < 20; i++) {
            retention.deleteOldNow(HeldTable.HELD, Duration.ofMillis(-1));
        }
        assertThat(table.count("status = 'DONE'")).isZero();
    }

    @Test
    void whereNoneAreKeptThoseOfAnEarlierSettingAreDeletedByTheirOwner() throws Exception {
        insert(200, "DONE", 0);
        insert(5, "PENDING", 0);
        insert(5, "ABORTED", 0);
        table.insert(Integer.MAX_VALUE, "DONE", 0);
        for (int i = 0; i < 10; i++) {
            retention.deleteOldNow(HeldTable.HELD, null);
        }
        assertThat(table.count("status = 'DONE'")).as("of other processors").isEqualTo(1);
        assertThat(table.count("status <> 'DONE'")).isEqualTo(10);
    }
}
