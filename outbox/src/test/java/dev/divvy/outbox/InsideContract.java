package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about handlers inside the completing transaction, and about the fence, in any database. */
abstract class InsideContract {

    private OutboxFixture fixture;
    private String effects;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(database());
        effects = fixture.table() + "_done";
        fixture.run("CREATE TABLE " + effects + " (entity VARCHAR(100), payload VARCHAR(100))");
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private void effect(Connection connection, Event event) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + effects + " VALUES (?, ?)")) {
            insert.setString(1, event.entityId());
            insert.setString(2, event.payload().text());
            insert.executeUpdate();
        }
    }

    private List<String> effects() throws SQLException {
        return fixture.query("SELECT entity FROM " + effects);
    }

    private void sendNumbered(int count) throws SQLException {
        fixture.send(IntStream.range(0, count)
                .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                .toList());
    }

    @Test
    void effectsHappenExactlyOnceAlsoBesideFailures() throws Exception {
        sendNumbered(200);
        AtomicInteger calls = new AtomicInteger();
        fixture.process("a", OutboxFixture.QUICK.withAttempts(50), HandlingMode.eachInside((connection, event) -> {
            effect(connection, event);
            if (calls.incrementAndGet() % 7 == 0) {
                throw new IllegalStateException("now and then");
            }
        }));
        fixture.untilDone();
        assertThat(effects()).hasSize(200).doesNotHaveDuplicates();
    }

    @Test
    void aBatchInsideIsDividedAndTheEffectsOfTheBadOneAreRolledBack() throws Exception {
        sendNumbered(60);
        fixture.process("a", OutboxFixture.QUICK.withAttempts(2), HandlingMode.batchInside((connection, events) -> {
            for (Event event : events) {
                effect(connection, event);
            }
            if (events.stream().anyMatch(event -> event.entityId().equals("13"))) {
                throw new IllegalStateException("one is bad");
            }
        }));
        fixture.untilDone();
        assertThat(effects()).hasSize(59).doesNotHaveDuplicates().doesNotContain("13");
        assertThat(fixture.outbox().admin().aborted(10).stream().map(AbortedEvent::entityId))
                .containsExactly("13");
    }

    @Test
    void aHandlerThatEndsTheTransactionHasFailedAndIsToldWhy() throws Exception {
        sendNumbered(5);
        fixture.process("a", OutboxFixture.QUICK.withAttempts(1), HandlingMode.eachInside((connection, event) -> {
            effect(connection, event);
            switch (event.entityId()) {
                case "0" -> connection.commit();
                case "1" -> connection.close();
                case "2" -> connection.rollback();
                case "3" -> connection.setAutoCommit(true);
                default -> connection.setSavepoint();
            }
        }));
        fixture.untilDone();
        assertThat(effects()).containsExactly("4");
        List<AbortedEvent> aborted = fixture.outbox().admin().aborted(10);
        assertThat(aborted).hasSize(4);
        assertThat(aborted).allSatisfy(event -> assertThat(event.error()).contains("must not"));
    }

    @Test
    void anEjectedProcessorCompletesNothingAndItsEffectsAreRolledBack() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        fixture.send("Order", "1", "");
        Processor processor = fixture.process("a", OutboxFixture.QUICK, HandlingMode.eachInside((connection, event) -> {
            if (first.compareAndSet(true, false)) {
                began.countDown();
                goOn.await();
            }
            effect(connection, event);
        }));
        began.await();
        fixture.run("UPDATE divvy_fence SET present = FALSE WHERE group_name = '" + fixture.table() + "'");
        fixture.run("DELETE FROM divvy_beat WHERE group_name = '" + fixture.table() + "'");
        goOn.countDown();
        fixture.untilDone();
        assertThat(processor.stats().refused()).isPositive();
        assertThat(effects()).containsExactly("1");
    }

    @Test
    void anEjectedProcessorCompletesNothingOutsideEither() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        fixture.send("Order", "1", "");
        Processor processor = fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(event -> {
            if (calls.incrementAndGet() == 1) {
                began.countDown();
                goOn.await();
            }
        }));
        began.await();
        fixture.run("UPDATE divvy_fence SET present = FALSE WHERE group_name = '" + fixture.table() + "'");
        fixture.run("DELETE FROM divvy_beat WHERE group_name = '" + fixture.table() + "'");
        goOn.countDown();
        fixture.untilDone();
        assertThat(processor.stats().refused()).isPositive();
        assertThat(calls).as("it is handled again").hasValueGreaterThan(1);
    }

    /** Some more than a transaction is retried: the event is then tried alone. */
    @Test
    void repeatedRetryRequestsOfTheDatabaseAreNoFailureOfAnEvent() throws Exception {
        sendNumbered(3);
        AtomicInteger calls = new AtomicInteger();
        Processor processor = fixture.process(
                "a", OutboxFixture.QUICK.withAttempts(1), HandlingMode.eachInside((connection, event) -> {
                    effect(connection, event);
                    if (calls.incrementAndGet() <= 20) {
                        throw new IllegalStateException(new SQLException("deadlock", "40001"));
                    }
                }));
        fixture.untilDone();
        assertThat(processor.stats().failed()).isZero();
        assertThat(effects()).containsExactlyInAnyOrder("0", "1", "2");
    }

    private interface BadStatement {
        void run(Connection connection) throws Exception;
    }

    /** Sends one event whose handler fails by this statement among many others; all others are completed, and it is aborted. */
    private void abortsOnlyTheBadOne(HandlingMode handling) throws Exception {
        sendNumbered(40);
        fixture.process("a", OutboxFixture.QUICK.withWorkers(1), handling);
        fixture.untilDone();
        List<AbortedEvent> aborted = fixture.outbox().admin().aborted(10);
        assertThat(aborted.stream().map(AbortedEvent::entityId)).containsExactly("13");
        assertThat(aborted.get(0).attempts()).isEqualTo(OutboxFixture.QUICK.attempts());
        assertThat(effects()).hasSize(39).doesNotHaveDuplicates().doesNotContain("13");
    }

    private HandlingMode each(BadStatement bad) {
        return HandlingMode.eachInside((connection, event) -> {
            if (event.entityId().equals("13")) {
                bad.run(connection);
            }
            effect(connection, event);
        });
    }

    private HandlingMode batch(BadStatement bad) {
        return HandlingMode.batchInside((connection, events) -> {
            for (Event event : events) {
                effect(connection, event);
            }
            if (events.stream().anyMatch(event -> event.entityId().equals("13"))) {
                bad.run(connection);
            }
        });
    }

    @Test
    void aLockThatLastsIsAFailureOfItsEventAlone() throws Exception {
        withLockedRow(stock -> abortsOnlyTheBadOne(each(connection -> lock(connection, stock))));
    }

    @Test
    void aLockThatLastsIsFoundInABatchToo() throws Exception {
        withLockedRow(stock -> abortsOnlyTheBadOne(batch(connection -> lock(connection, stock))));
    }

    private interface WithTable {
        void run(String table) throws Exception;
    }

    private void withLockedRow(WithTable work) throws Exception {
        String stock = fixture.table() + "_stock";
        fixture.run("CREATE TABLE " + stock + " (id INT PRIMARY KEY)");
        fixture.run("INSERT INTO " + stock + " VALUES (1)");
        try (Connection other = database().source().getConnection()) {
            other.setAutoCommit(false);
            lock(other, stock);
            work.run(stock);
            other.rollback();
            other.setAutoCommit(true);
        }
    }

    private static void lock(Connection connection, String stock) throws SQLException {
        execute(connection, "SELECT id FROM " + stock + " WHERE id = 1 FOR UPDATE NOWAIT");
    }

    /** Checks a handler whose statement ends its connection, as one does that is larger than the server accepts. */
    void aLostConnectionIsAFailureOfItsEventAlone(String statement) throws Exception {
        abortsOnlyTheBadOne(each(connection -> execute(connection, statement)));
    }

    /** As before, for a handler of batches. */
    void aLostConnectionIsFoundInABatchToo(String statement) throws Exception {
        abortsOnlyTheBadOne(batch(connection -> execute(connection, statement)));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
