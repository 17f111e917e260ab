package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row that somebody has locked delays its own event, and no other, in any database. */
abstract class LockedRowContract {

    private static final int ENTITIES = 100;
    private static final String LOCKED = "17";
    private static final Duration LONG = Duration.ofHours(1);

    private static final ProcessorSettings STEADY = OutboxFixture.QUICK.withAttempts(10_000);

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    /** Whether the first event of the entity whose row is locked fails. */
    private volatile boolean failing;

    private OutboxFixture fixture;
    private Connection person;
    private String effects;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        handled.clear();
        failing = false;
        fixture = new OutboxFixture(database());
        person = database().source().getConnection();
        effects = fixture.table() + "_done";
        fixture.run("CREATE TABLE " + effects + " (entity VARCHAR(100), payload VARCHAR(100), written BIGINT)");
    }

    @AfterEach
    void end() throws Exception {
        try (Connection last = person) {
            unlock(last);
            last.setAutoCommit(true);
        } finally {
            fixture.close();
            fixture.run("DROP TABLE " + effects);
        }
    }

    // --- the ways to handle events ---

    private HandlingMode each() {
        return HandlingMode.each(event -> {
            failIfWanted(event);
            handled.add(text(event));
        });
    }

    /** The effects count, not the calls: those of a handler inside are rolled back. */
    private HandlingMode eachInside() {
        return HandlingMode.eachInside(this::effect);
    }

    private HandlingMode batchInside() {
        return HandlingMode.batchInside((connection, events) -> {
            for (Event event : events) {
                effect(connection, event);
            }
        });
    }

    private void effect(Connection connection, Event event) throws SQLException {
        failIfWanted(event);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + effects + " VALUES (?, ?, ?)")) {
            insert.setString(1, event.entityId());
            insert.setString(2, event.payload().text());
            insert.setLong(3, System.nanoTime()); // a table has no order of its own
            insert.executeUpdate();
        }
    }

    private void failIfWanted(Event event) {
        if (failing && event.entityId().equals(LOCKED)) {
            throw new IllegalStateException("not yet");
        }
    }

    private static String text(Event event) {
        return event.entityId() + " " + event.payload().text();
    }

    /** Returns the effects of all events that are completed. */
    private List<String> effects() throws SQLException {
        return handled.isEmpty()
                ? fixture.query("SELECT CONCAT(entity, ' ', payload) FROM " + effects + " ORDER BY written")
                : List.copyOf(handled);
    }

    // --- the table ---

    private void sendToAll(String payload) throws SQLException {
        fixture.send(IntStream.range(0, ENTITIES)
                .mapToObj(i -> Message.of("Order", Integer.toString(i), payload))
                .toList());
    }

    private long count(String status) throws SQLException {
        return Long.parseLong(
                fixture.query("SELECT COUNT(*) FROM " + fixture.table() + " WHERE status = '" + status + "'")
                        .get(0));
    }

    /** Locks the last row of an entity by its key: MariaDB locks every row that a statement reads. */
    private void lock(String entityId) throws SQLException {
        String id = fixture.query("SELECT MAX(id) FROM " + fixture.table() + " WHERE entity_id = '" + entityId + "'")
                .get(0);
        person.setAutoCommit(false);
        try (Statement statement = person.createStatement()) {
            statement.execute("SELECT id FROM " + fixture.table() + " WHERE id = " + id + " FOR UPDATE");
        }
    }

    private void unlock(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        if (database().kind().isMaria()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("UNLOCK TABLES");
            }
        }
    }

    private static void untilCompleted(String what, Processor processor, int count) {
        OutboxFixture.until(what, () -> processor.stats().completed() == count);
    }

    // --- a pending row ---

    @Test
    void aLockedEventIsHandledOnceAndDelaysNoOther() throws Exception {
        aLockedEventDelaysNoOther(each());
    }

    @Test
    void aLockedEventThatIsHandledInsideDelaysNoOther() throws Exception {
        aLockedEventDelaysNoOther(eachInside());
    }

    @Test
    void aLockedEventOfABatchInsideDelaysNoOther() throws Exception {
        aLockedEventDelaysNoOther(batchInside());
    }

    private void aLockedEventDelaysNoOther(HandlingMode handling) throws Exception {
        sendToAll("first");
        lock(LOCKED);
        Processor processor = fixture.process("a", OutboxFixture.QUICK, handling);
        untilCompleted("all others are completed", processor, ENTITIES - 1);
        fixture.send("Order", LOCKED, "second");
        fixture.send("Order", "18", "second");
        untilCompleted("its entity alone waits", processor, ENTITIES);
        assertThat(effects()).contains("18 second").doesNotContain(LOCKED + " second");
        person.rollback();
        untilCompleted("it is completed, and the next of its entity", processor, ENTITIES + 2);
        assertThat(effects()).hasSize(ENTITIES + 2).doesNotHaveDuplicates();
        assertThat(effects()).containsSubsequence(LOCKED + " first", LOCKED + " second");
        assertThat(processor.stats().failed()).isZero();
        assertThat(fixture.pending()).isZero();
    }

    @Test
    void aFailedAttemptOfALockedEventIsCountedOnce() throws Exception {
        failing = true;
        fixture.send("Order", LOCKED, "bad");
        fixture.send("Order", "18", "good");
        lock(LOCKED);
        Processor processor = fixture.process("a", OutboxFixture.QUICK.withAttempts(1), each());
        untilCompleted("the other is completed", processor, 1);
        person.rollback();
        OutboxFixture.until("its failure is written", () -> processor.stats().aborted() == 1);
        assertThat(handled).containsExactly("18 good");
        assertThat(fixture.outbox().admin().aborted(10))
                .singleElement()
                .satisfies(event -> assertThat(event.attempts()).isEqualTo(1));
    }

    // --- a row that waits for its next attempt ---

    @Test
    void aLockedEventThatIsDueAgainDelaysNoOther() throws Exception {
        HandlingMode handling = each();
        failing = true;
        Processor first = fixture.process("a", STEADY.withRetryDelay(LONG, LONG), handling);
        fixture.send("Order", LOCKED, "first");
        OutboxFixture.until("it waits", () -> count("RETRY") == 1);
        first.close();
        failing = false;
        fixture.run("UPDATE " + fixture.table() + " SET process_after = created_at");
        lock(LOCKED);
        Processor processor = fixture.process("b", OutboxFixture.QUICK, handling);
        sendToAll("second");
        // These come to wait after the locked one, and are due after it.
        fixture.run("INSERT INTO " + fixture.table()
                + " (entity_name, entity_id, entity_id_hash, status, process_after) VALUES ('Order', 'due', "
                + EventTable.hash("due") + ", 'RETRY', CURRENT_TIMESTAMP)");
        untilCompleted("all others are completed", processor, ENTITIES);
        assertThat(effects()).contains("due ").doesNotContain(LOCKED + " first", LOCKED + " second");
        person.rollback();
        untilCompleted("it is completed, and the next of its entity", processor, ENTITIES + 2);
        assertThat(effects()).hasSize(ENTITIES + 2).doesNotHaveDuplicates();
        assertThat(effects()).containsSubsequence(LOCKED + " first", LOCKED + " second");
    }

    // --- a row that waits behind another one ---

    @Test
    void aLockedEventBehindAnotherDelaysNoOther() throws Exception {
        aLockedEventBehindAnotherDelaysNoOther(each());
    }

    @Test
    void aLockedEventBehindAnotherOfABatchInsideDelaysNoOther() throws Exception {
        aLockedEventBehindAnotherDelaysNoOther(batchInside());
    }

    private void aLockedEventBehindAnotherDelaysNoOther(HandlingMode handling) throws Exception {
        failing = true;
        Processor processor = fixture.process("a", STEADY, handling);
        fixture.send("Order", LOCKED, "first");
        OutboxFixture.until("it has failed", () -> processor.stats().failed() > 0);
        fixture.send("Order", LOCKED, "second");
        OutboxFixture.until("the second waits behind it", () -> count("BEHIND") == 1);
        lock(LOCKED);
        fixture.send("Order", LOCKED, "third");
        IntStream.range(0, ENTITIES)
                .filter(i -> i != Integer.parseInt(LOCKED))
                .mapToObj(Integer::toString)
                .forEach(this::sendUnchecked);
        failing = false;
        untilCompleted("all others are completed", processor, ENTITIES);
        assertThat(effects()).contains(LOCKED + " first").doesNotContain(LOCKED + " second", LOCKED + " third");
        person.rollback();
        untilCompleted("it is completed, and the next of its entity", processor, ENTITIES + 2);
        assertThat(effects()).hasSize(ENTITIES + 2).doesNotHaveDuplicates();
        assertThat(effects()).containsSubsequence(LOCKED + " first", LOCKED + " second", LOCKED + " third");
        assertThat(fixture.pending()).isZero();
    }

    private void sendUnchecked(String entity) {
        try {
            fixture.send("Order", entity, "first");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void othersComeToWaitBesideALockedEvent() throws Exception {
        fixture.send("Order", LOCKED, "later");
        fixture.send("Order", "18", "later");
        fixture.run("UPDATE " + fixture.table() + " SET process_after = "
                + (database().kind().isMaria()
                        ? "TIMESTAMPADD(HOUR, 1, CURRENT_TIMESTAMP)"
                        : "CURRENT_TIMESTAMP + INTERVAL '1' HOUR"));
        lock(LOCKED);
        Processor processor = fixture.process("a", OutboxFixture.QUICK, each());
        fixture.send("Order", "18", "behind it");
        fixture.send("Order", "19", "now");
        OutboxFixture.until("the others wait", () -> count("RETRY") == 1 && count("BEHIND") == 1);
        untilCompleted("one is handled", processor, 1);
        person.rollback();
        OutboxFixture.until("it waits too", () -> count("RETRY") == 2);
    }

    // --- the whole table, and rows that are kept ---

    /** As a slow CREATE INDEX or ALTER TABLE does. H2 has no statement for it. */
    @Test
    void whileTheTableIsLockedAgainstChangesNothingIsHandledTwice() throws Exception {
        DatabaseKind kind = database().kind();
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        sendToAll("first");
        try (Statement statement = person.createStatement()) {
            person.setAutoCommit(kind.isMaria());
            statement.execute(
                    kind.isMaria()
                            ? "LOCK TABLES " + fixture.table() + " READ"
                            : "LOCK TABLE " + fixture.table() + " IN SHARE MODE");
            ProcessorSettings settings = OutboxFixture.QUICK.withWorkers(1).withBatchSize(ENTITIES / 5);
            Processor processor = fixture.process("a", settings, each());
            OutboxFixture.until(
                    "the first batches are kept, and the next is handled", () -> handled.size() == ENTITIES);
            unlock(person);
            untilCompleted("all are completed", processor, ENTITIES);
        }
        assertThat(handled).hasSize(ENTITIES).doesNotHaveDuplicates();
    }

    // --- a row that is kept ---

    @Test
    void aLockedEventThatIsKeptDoesNotStopTheDeletionOfOthers() throws Exception {
        sendToAll("kept");
        fixture.run("UPDATE " + fixture.table() + " SET status = 'DONE', done_at = created_at");
        lock(LOCKED);
        fixture.process("a", OutboxFixture.QUICK, each());
        OutboxFixture.until("all others are deleted", () -> count("DONE") == 1);
        person.rollback();
        OutboxFixture.until("it is deleted", () -> count("DONE") == 0);
    }
}
