package dev.divvy.outbox.reading;

import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;

/** An event table in a database of its own, of whose two tokens the first is held. */
final class HeldTable {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    static final HeldTokens HELD = new HeldTokens(Tokens.sql(2), Map.of(0, new Fence("a", 1)));

    /** The same token, after it was lost. */
    private static final HeldTokens HELD_AGAIN = new HeldTokens(Tokens.sql(2), Map.of(0, new Fence("a", 2)));

    private final JdbcDataSource database = new JdbcDataSource();
    private final ProcessorContext context;

    /** Whether the first token is held, for what one processor does for all. */
    boolean hasFirst = true;

    /** The number of rows to be read before what is held changes. */
    private long rowsUntilChange = Long.MAX_VALUE;

    HeldTable(ProcessorSettings settings) throws SQLException {
        database.setURL("jdbc:h2:mem:held" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
        OutboxSettings outboxSettings = OutboxSettings.defaults().withTable("events");
        try (Outbox outbox = new Outbox(database, DatabaseKind.H2, outboxSettings)) {
            outbox.createIfMissing();
        }
        context = new ProcessorContext(
                database,
                new EventTable("events", DatabaseKind.H2),
                new Ownership() {
                    @Override
                    public HeldTokens held() {
                        return context().counters().snapshot().read() < rowsUntilChange ? HELD : HELD_AGAIN;
                    }

                    @Override
                    public Optional<Hold> hold(int hash) {
                        return Optional.empty();
                    }

                    @Override
                    public boolean hasFirst() {
                        return hasFirst;
                    }
                },
                settings);
    }

    ProcessorContext context() {
        return context;
    }

    void changeAfter(long rows) {
        rowsUntilChange = rows;
    }

    /** Returns the first hash that is held, or one after it. */
    static int hash(int number) {
        return (int) (HELD.ranges().get(0).first() + number);
    }

    void insert(int hash, String status, int secondsAgo) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO events (entity_name, entity_id, entity_id_hash, status, done_at) VALUES"
                    + " ('Order', '" + hash + "', " + hash + ", '" + status + "', "
                    + (status.equals("PENDING") ? "NULL" : "DATEADD('SECOND', " + -secondsAgo + ", CURRENT_TIMESTAMP)")
                    + ")");
        }
    }

    int count(String condition) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM events WHERE " + condition)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
