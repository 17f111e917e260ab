package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsMaria;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** MariaDB reports damaged rows, and much that has nothing to do with rows, as a general error. */
@NeedsMaria
class PassingErrorTest {

    private static final int EVENTS = 30;
    private static final int FAILURES = 20;

    /** Half of the time for which a damaged row is left out. */
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void eventsAreHandledSoonAfterAGeneralError() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.MARIADB))) {
            String table = fixture.table();
            fixture.send(IntStream.range(0, EVENTS)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                    .toList());
            // Not transactional: what a statement that fails writes into it stays.
            fixture.run("CREATE TABLE " + table + "_failures (id INT) ENGINE = Aria TRANSACTIONAL = 0");
            fixture.run("CREATE FUNCTION " + table + "_fails() RETURNS INT NOT DETERMINISTIC MODIFIES SQL DATA BEGIN"
                    + " INSERT INTO " + table + "_failures VALUES (1);"
                    + " SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1105, MESSAGE_TEXT = 'a passing error';"
                    + " RETURN 0; END");
            fixture.run("RENAME TABLE " + table + " TO " + table + "_all");
            fixture.run("CREATE VIEW " + table + " AS SELECT id, entity_name, entity_id, entity_id_hash, event_type,"
                    + " headers, CASE WHEN " + table + "_fails() = 1 THEN NULL ELSE payload END AS payload, status,"
                    + " attempts, crashes, marked_by, process_after, last_error, created_at, done_at, deduplication_key"
                    + " FROM " + table + "_all");
            fixture.process(OutboxFixture.QUICK, HandlingMode.each(event -> handled.add(event.entityId())));
            OutboxFixture.until(
                    "reads have failed",
                    () -> Integer.parseInt(fixture.query("SELECT COUNT(*) FROM " + table + "_failures")
                                    .get(0))
                            > FAILURES);
            assertThat(handled).isEmpty();
            // The table itself again: the hints of the completing statements name its primary key, which a view has
            // not.
            fixture.run("RENAME TABLE " + table + " TO " + table + "_view, " + table + "_all TO " + table);
            Await.until("all are handled", SOON, () -> handled.size() == EVENTS);
        }
    }
}
