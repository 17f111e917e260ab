package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A timer of the handler, for example, that is too late: its interrupt meets the worker while it completes the event. */
@NeedsPostgres
class InterruptedCompletionTest {

    @Test
    void anEventWhoseCompletionIsInterruptedIsCompletedAndTheWorkerGoesOn() throws Exception {
        Database database = Database.of(DatabaseKind.POSTGRESQL);
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        AtomicReference<Thread> worker = new AtomicReference<>();
        Semaphore goOn = new Semaphore(0);
        try (OutboxFixture fixture = new OutboxFixture(database);
                Connection person = database.source().getConnection();
                Statement statement = person.createStatement()) {
            Processor processor = fixture.process(OutboxFixture.QUICK.withWorkers(1), HandlingMode.each(event -> {
                worker.set(Thread.currentThread());
                handled.add(event.payload().text());
                goOn.acquire();
            }));
            fixture.send("Order", "1", "first");
            OutboxFixture.until("it is being handled", () -> worker.get() != null);
            person.setAutoCommit(false);
            statement.execute("SELECT id FROM " + fixture.table() + " FOR UPDATE");
            goOn.release();
            OutboxFixture.until(
                    "its completion waits for the row",
                    () -> fixture.query(
                                    "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"
                                            + fixture.table() + "%' AND pid <> pg_backend_pid()")
                            .equals(List.of("1")));
            Objects.requireNonNull(worker.get()).interrupt();
            person.rollback();
            fixture.untilDone();
            fixture.send("Order", "1", "second");
            goOn.release();
            fixture.untilDone();
            assertThat(processor.stats().completed()).isEqualTo(2);
            assertThat(processor.stats().failed()).isZero();
        }
        assertThat(handled).containsExactly("first", "second");
    }
}
