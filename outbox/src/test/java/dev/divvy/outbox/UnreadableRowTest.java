package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows that cannot be read, or only with difficulty, stop no other rows. */
@NeedsPostgres
@Timeout(60)
class UnreadableRowTest {

    private static final int OTHERS = 700;

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    private void process(OutboxFixture fixture) {
        fixture.process(OutboxFixture.QUICK, HandlingMode.each(event -> handled.add(event.entityId())));
    }

    private static void sendWithOthers(OutboxFixture fixture, String... special) throws Exception {
        List<Message> messages = new ArrayList<>();
        IntStream.range(0, OTHERS).forEach(i -> messages.add(Message.of("Order", "other" + i, "")));
        for (String id : special) {
            messages.add(Message.of("Order", id, "first"));
            messages.add(Message.of("Order", id, "second"));
        }
        fixture.send(messages);
    }

    /** A value that the server fails to read is simulated by a view in place of the table. */
    @Test
    void aRowThatCannotBeReadStopsOnlyItsEntity() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.POSTGRESQL))) {
            String table = fixture.table();
            sendWithOthers(fixture, "damaged1", "damaged2");
            fixture.run("ALTER TABLE " + table + " RENAME TO " + table + "_all");
            fixture.run(view(table, "entity_id LIKE 'damaged%' AND 1 / (LENGTH(entity_id) - 8) = 0"));
            process(fixture);
            OutboxFixture.until("the others are handled", () -> handled.size() == OTHERS);
            assertThat(handled).noneMatch(id -> id.startsWith("damaged"));
            OutboxFixture.until("they are completed", () -> fixture.pending() == 4);
            fixture.run("DROP VIEW " + table);
            fixture.run("ALTER TABLE " + table + "_all RENAME TO " + table);
        }
    }

    /** A page of a large backlog that the server sorts takes longer than a reply may; here it fails at once. */
    @Test
    void aPageThatCannotBeSortedInTimeIsReadWithoutASort() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.POSTGRESQL))) {
            String table = fixture.table();
            sendWithOthers(fixture);
            fixture.run("CREATE FUNCTION " + table + "_sorted() RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$ BEGIN"
                    + " IF current_setting('enable_sort') = 'on' THEN"
                    + " RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END IF;"
                    + " RETURN FALSE; END $$");
            fixture.run("ALTER TABLE " + table + " RENAME TO " + table + "_all");
            fixture.run(view(table, table + "_sorted()"));
            process(fixture);
            OutboxFixture.until(
                    "all are completed",
                    () -> fixture.query("SELECT COUNT(*) FROM " + table + "_all")
                            .equals(List.of("0")));
            fixture.run("DROP VIEW " + table);
            fixture.run("ALTER TABLE " + table + "_all RENAME TO " + table);
        }
    }

    /** Returns a view in place of a table, whose payloads are missing where a condition is true. */
    private static String view(String table, String condition) {
        return "CREATE VIEW " + table + " AS SELECT id, entity_name, entity_id, entity_id_hash, event_type, headers,"
                + " CASE WHEN " + condition + " THEN NULL ELSE payload END AS payload,"
                + " status, attempts, crashes, marked_by, process_after, last_error, created_at, done_at, deduplication_key FROM "
                + table + "_all";
    }

    @Test
    void anInfiniteTimeParksAnEvent() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.POSTGRESQL))) {
            sendWithOthers(fixture, "parked", "begun");
            fixture.run("UPDATE " + fixture.table() + " SET process_after = 'infinity' WHERE entity_id = 'parked'");
            fixture.run("UPDATE " + fixture.table() + " SET process_after = '-infinity' WHERE entity_id = 'begun'");
            process(fixture);
            OutboxFixture.until("the others are completed", () -> fixture.pending() == 2);
            assertThat(handled).hasSize(OTHERS + 2).doesNotContain("parked");
        }
    }
}
