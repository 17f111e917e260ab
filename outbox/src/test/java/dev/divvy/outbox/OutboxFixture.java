package dev.divvy.outbox;

import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.Timing;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** An outbox with a table of its own, and its processors, which are closed with it. */
final class OutboxFixture implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** With these times a processor that is paused for some seconds loses nothing. */
    static final OutboxSettings SETTINGS = OutboxSettings.defaults()
            .withTiming(Timing.of(Duration.ofMillis(100), Duration.ofMinutes(1)).withSettle(Duration.ofMillis(20)))
            .neverForgets();

    static final ProcessorSettings QUICK = ProcessorSettings.defaults()
            .withPollingInterval(Duration.ofMillis(50))
            .withRetryDelay(Duration.ofMillis(50), Duration.ofMillis(200))
            .withAttempts(3);

    private final Database database;
    private final Outbox outbox;
    private final List<Processor> processors = new ArrayList<>();

    OutboxFixture(Database database) throws SQLException {
        this(database, SETTINGS.withTable(Database.newTable()));
    }

    OutboxFixture(Database database, OutboxSettings settings) throws SQLException {
        this.database = database;
        this.outbox = new Outbox(database.source(), database.kind(), settings).createIfMissing();
    }

    Outbox outbox() {
        return outbox;
    }

    String table() {
        return outbox.settings().table();
    }

    Processor process(ProcessorSettings settings, HandlingMode handling) {
        Processor processor = outbox.process(settings, handling);
        processors.add(processor);
        return processor;
    }

    Processor process(String id, ProcessorSettings settings, HandlingMode handling) {
        Processor processor = outbox.process(id, settings, handling);
        processors.add(processor);
        return processor;
    }

    void send(String name, String id, String payload) throws SQLException {
        send(List.of(Message.of(name, id, payload)));
    }

    void send(List<Message> messages) throws SQLException {
        outbox.inTransaction(connection -> outbox.send(connection, messages));
    }

    <T> T in(SqlWork<T> work) throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            return Transactions.in(connection, work);
        }
    }

    void run(String sql) throws SQLException {
        in(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    /** Returns the first column of all rows. */
    List<String> query(String sql) throws SQLException {
        return in(connection -> {
            List<String> values = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    values.add(rows.getString(1));
                }
            }
            return values;
        });
    }

    long pending() throws SQLException {
        return outbox.admin().backlog().pending();
    }

    static <E extends Exception> void until(String what, Await.Condition<E> condition) throws E {
        Await.until(what, TIMEOUT, condition);
    }

    void untilDone() throws Exception {
        until("nothing is pending", () -> pending() == 0);
    }

    /** Sends 20 events while a job runs alone, and returns how many events were handled beside it. */
    int handledWhileAlone(Processor processor, AtomicInteger handled) throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        CompletableFuture<Integer> job = processor.runAlone(alone -> {
            int before = handled.get();
            began.countDown();
            sent.await();
            return handled.get() - before;
        });
        began.await();
        for (int i = 0; i < 20; i++) {
            send("Order", Integer.toString(i), "");
        }
        sent.countDown();
        return job.get();
    }

    @Override
    public void close() {
        processors.forEach(Processor::close);
        outbox.close();
    }
}
