package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.table.EventTable;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** The notifications that PostgreSQL sends when events were inserted. */
@NeedsPostgres
@Timeout(60)
class InsertNotificationTest {

    private final Database database = Database.of(DatabaseKind.POSTGRESQL);

    @Test
    void aCommitNamesTheBucketsOfItsEventsOnce() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            assertThat(notifications(fixture, insert(fixture, 42, 42, -1))).containsExactlyInAnyOrder("128", "127");
            assertThat(notifications(fixture, insert(fixture, Integer.MIN_VALUE, Integer.MAX_VALUE)))
                    .containsExactlyInAnyOrder("0", "255");
        }
    }

    @Test
    void aCommitOfManyBucketsNamesNone() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            int[] hashes = IntStream.range(0, 17).map(i -> i << 24).toArray();
            assertThat(notifications(fixture, insert(fixture, hashes))).containsExactly("");
        }
    }

    @Test
    void anInsertOfNothingNotifiesNobody() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            String nothing = "INSERT INTO " + fixture.table() + " SELECT * FROM " + fixture.table();
            assertThat(notifications(fixture, nothing)).isEmpty();
        }
    }

    @Test
    void hashesOfEntitiesAreOfTheSameBuckets() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            int bucket = (EventTable.hash("42") >> 24) + 128;
            assertThat(notifications(fixture, insert(fixture, EventTable.hash("42"))))
                    .containsExactly(Integer.toString(bucket));
        }
    }

    @Test
    void theTriggerIsRemovedWhereNotificationsAreOffAndCreatedWhereTheyAreOn() throws Exception {
        OutboxSettings settings = OutboxFixture.SETTINGS.withTable(Database.newTable());
        try (OutboxFixture on = new OutboxFixture(database, settings)) {
            assertThat(notifications(on, insert(on, 0))).containsExactly("128");
            try (OutboxFixture off = new OutboxFixture(database, settings.withoutNotifications())) {
                assertThat(notifications(off, insert(off, 0))).isEmpty();
                off.outbox().createIfMissing();
            }
            on.outbox().createIfMissing();
            assertThat(notifications(on, insert(on, 0))).containsExactly("128");
        }
    }

    /** The trigger was lost, as with a table that was restored without it. */
    @Test
    void anEventWithoutANotificationIsFound() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fixture.process(
                    OutboxFixture.QUICK,
                    HandlingMode.each(event -> handled.add(event.payload().text())));
            fixture.send("Order", "1", "first");
            OutboxFixture.until("it is handled", () -> handled.size() == 1);
            fixture.run("DROP TRIGGER " + fixture.table() + "_notify ON " + fixture.table());
            fixture.send("Order", "1", "second");
            OutboxFixture.until("it is found", () -> handled.size() == 2);
        }
    }

    private static String insert(OutboxFixture fixture, int... hashes) {
        List<String> rows = Arrays.stream(hashes)
                .mapToObj(hash -> "('Order', '" + hash + "', " + hash + ")")
                .toList();
        return "INSERT INTO " + fixture.table() + " (entity_name, entity_id, entity_id_hash) VALUES "
                + String.join(", ", rows);
    }

    private List<String> notifications(OutboxFixture fixture, String insert) throws Exception {
        try (Connection connection = database.source().getConnection();
                Statement listen = connection.createStatement()) {
            listen.execute("LISTEN " + fixture.outbox().channel());
            fixture.run(insert);
            fixture.run("NOTIFY " + fixture.outbox().channel() + ", 'end'");
            List<String> payloads = new ArrayList<>();
            while (!payloads.contains("end")) {
                for (PGNotification one : connection.unwrap(PGConnection.class).getNotifications(1000)) {
                    // A connection of the pool may still have listened to something else.
                    if (one.getName().equals(fixture.outbox().channel())) {
                        payloads.add(one.getParameter());
                    }
                }
            }
            listen.execute("UNLISTEN *");
            payloads.remove("end");
            return payloads;
        }
    }
}
