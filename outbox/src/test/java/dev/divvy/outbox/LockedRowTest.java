package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A row that somebody has locked delays its own event, and no other. */
class LockedRowTest {

    private static final int ENTITIES = 100;

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @Test
    @NeedsPostgres
    void onPostgres() throws Exception {
        aLockedEventIsHandledOnceAndDelaysNoOther(DatabaseKind.POSTGRESQL);
        aFailedAttemptOfALockedEventIsCountedOnce(DatabaseKind.POSTGRESQL);
    }

    @Test
    @NeedsMaria
    void onMaria() throws Exception {
        aLockedEventIsHandledOnceAndDelaysNoOther(DatabaseKind.MARIADB);
        aFailedAttemptOfALockedEventIsCountedOnce(DatabaseKind.MARIADB);
    }

    private void aLockedEventIsHandledOnceAndDelaysNoOther(DatabaseKind kind) throws Exception {
        Database database = Database.of(kind);
        try (OutboxFixture fixture = new OutboxFixture(database);
                Connection person = database.source().getConnection()) {
            handled.clear();
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < ENTITIES; i++) {
                messages.add(Message.of("Order", Integer.toString(i), "first"));
            }
            fixture.send(messages);
            lock(person, fixture, "17");
            Processor processor = fixture.process(
                    "a",
                    OutboxFixture.QUICK,
                    HandlingMode.each(event ->
                            handled.add(event.entityId() + " " + event.payload().text())));
            OutboxFixture.until(
                    "all others are completed", () -> processor.stats().completed() == ENTITIES - 1);
            fixture.send("Order", "17", "second");
            fixture.send("Order", "18", "second");
            OutboxFixture.until(
                    "its entity alone waits", () -> processor.stats().completed() == ENTITIES);
            assertThat(handled).contains("18 second").doesNotContain("17 second");
            person.rollback();
            OutboxFixture.until(
                    "it is completed, and the next of its entity",
                    () -> processor.stats().completed() == ENTITIES + 2);
            assertThat(handled).hasSize(ENTITIES + 2).doesNotHaveDuplicates();
            assertThat(processor.stats().failed()).isZero();
            assertThat(fixture.pending()).isZero();
        }
    }

    private void aFailedAttemptOfALockedEventIsCountedOnce(DatabaseKind kind) throws Exception {
        Database database = Database.of(kind);
        try (OutboxFixture fixture = new OutboxFixture(database);
                Connection person = database.source().getConnection()) {
            handled.clear();
            fixture.send("Order", "17", "bad");
            fixture.send("Order", "18", "good");
            lock(person, fixture, "17");
            Processor processor = fixture.process("a", OutboxFixture.QUICK.withAttempts(1), HandlingMode.each(event -> {
                handled.add(event.entityId());
                if (event.entityId().equals("17")) {
                    throw new IllegalStateException("bad");
                }
            }));
            OutboxFixture.until(
                    "the other is completed", () -> processor.stats().completed() == 1);
            person.rollback();
            OutboxFixture.until(
                    "its failure is written", () -> processor.stats().aborted() == 1);
            assertThat(handled).containsExactlyInAnyOrder("17", "18");
            assertThat(fixture.outbox().admin().aborted(10))
                    .singleElement()
                    .satisfies(event -> assertThat(event.attempts()).isEqualTo(1));
        }
    }

    /** Locks the row by its key: MariaDB locks every row that a statement reads. */
    private static void lock(Connection person, OutboxFixture fixture, String entityId) throws Exception {
        String id = fixture.query("SELECT id FROM " + fixture.table() + " WHERE entity_id = '" + entityId + "'")
                .get(0);
        person.setAutoCommit(false);
        try (Statement statement = person.createStatement()) {
            statement.execute("SELECT id FROM " + fixture.table() + " WHERE id = " + id + " FOR UPDATE");
        }
    }
}
