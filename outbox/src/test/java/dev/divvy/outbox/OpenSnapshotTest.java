package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A long transaction of somebody else: no row that is deleted meanwhile can be removed from table and index. */
@NeedsPostgres
class OpenSnapshotTest {

    private static final int ENTITIES = 100;
    private static final int PER_ENTITY = 40;

    @Test
    void allEventsAreHandledInOrderWhileASnapshotIsHeld() throws Exception {
        Database database = Database.of(DatabaseKind.POSTGRESQL);
        Queue<Event> handled = new ConcurrentLinkedQueue<>();
        try (OutboxFixture fixture = new OutboxFixture(database);
                Connection report = database.source().getConnection();
                Statement statement = report.createStatement()) {
            report.setAutoCommit(false);
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("SELECT COUNT(*) FROM " + fixture.table());
            fixture.process(OutboxFixture.QUICK, HandlingMode.each(handled::add));
            for (int i = 0; i < PER_ENTITY; i++) {
                String payload = Integer.toString(i);
                fixture.send(IntStream.range(0, ENTITIES)
                        .mapToObj(entity -> Message.of("Order", Integer.toString(entity), payload))
                        .toList());
            }
            OutboxFixture.until("all are handled", () -> handled.size() == ENTITIES * PER_ENTITY);
            fixture.untilDone();
            report.rollback();
        }
        List<String> payloads =
                IntStream.range(0, PER_ENTITY).mapToObj(Integer::toString).toList();
        for (int i = 0; i < ENTITIES; i++) {
            String entity = Integer.toString(i);
            assertThat(handled.stream()
                            .filter(event -> event.entityId().equals(entity))
                            .map(event -> event.payload().text()))
                    .as("entity %s", entity)
                    .containsExactlyElementsOf(payloads);
        }
    }
}
