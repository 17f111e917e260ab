package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entities whose first event has failed and is due in five minutes. */
@NeedsPostgres
@Timeout(120)
class ManyWaitingTest {

    private static final int ENTITIES = 200_000;
    private static final int HEALTHY = 100;

    /** One to offer the event, and a reserve for scans that begin before its completion is committed. */
    private static final int ROWS_PER_HEALTHY_EVENT = 3;

    /** Scans of everything, more than an idle processor makes in a minute. */
    private static final int SCANS = 60;

    private static final long BYTES_PER_ENTITY = 50;

    @Test
    void twoHundredThousandEntitiesThatWaitCostNoReadsAndNoMemory() throws Exception {
        Semaphore handled = new Semaphore(0);
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.POSTGRESQL))) {
            fixture.run("INSERT INTO " + fixture.table()
                    + " (entity_name, entity_id, entity_id_hash, payload, status, attempts, last_error, process_after)"
                    + " SELECT 'Order', 'waiting' || i, ('x' || substr(md5(i::text), 1, 8))::bit(32)::int, 'paid', 'RETRY', 1,"
                    + " 'java.io.IOException', now() + INTERVAL '5 minutes' FROM generate_series(1, " + ENTITIES
                    + ") i");
            long fetched = fetched(fixture);
            long memory = memoryInUse();
            Processor processor =
                    fixture.process(ProcessorSettings.defaults(), HandlingMode.each(event -> handled.release()));
            OutboxFixture.until(
                    "it holds all", () -> processor.membership().portion().count() == 256);
            for (int i = 0; i < HEALTHY; i++) {
                fixture.send("Order", "healthy" + i, "paid");
                handled.acquire();
            }
            assertThat(processor.stats().read())
                    .as("rows read while %d healthy events were handled", HEALTHY)
                    .isLessThanOrEqualTo((long) ROWS_PER_HEALTHY_EVENT * HEALTHY);
            long read = processor.stats().read();
            for (int i = 0; i < SCANS; i++) {
                fixture.outbox().wakeAll();
                fixture.send("Order", "healthy", "paid"); // handled after a scan that began after the wake-up
                handled.acquire();
            }
            assertThat(processor.stats().read() - read)
                    .as("rows read by the scans of a minute")
                    .isLessThan(ENTITIES / 100);
            assertThat(memoryInUse() - memory).isLessThan(BYTES_PER_ENTITY * ENTITIES);
            fixture.run("SELECT pg_stat_force_next_flush()");
            OutboxFixture.until("the server counts", () -> fetched(fixture) > fetched);
            System.out.println(ENTITIES + " wait: " + processor.stats().read() + " rows read, "
                    + (fetched(fixture) - fetched) + " fetched by the server");
            assertThat(fetched(fixture) - fetched)
                    .as("rows that the server fetched from the table meanwhile")
                    .isLessThan(ENTITIES / 100);
        }
    }

    /** Returns the rows of the table that PostgreSQL has read for any statement. */
    private static long fetched(OutboxFixture fixture) throws Exception {
        return Long.parseLong(
                fixture.query("SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_all_tables WHERE relname = '"
                                + fixture.table() + "'")
                        .get(0));
    }

    private static long memoryInUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
