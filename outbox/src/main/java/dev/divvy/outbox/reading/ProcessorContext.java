package dev.divvy.outbox.reading;

import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** The state that the poller and the workers of one processor share: database, table, ownership, settings, counters, and whether it closes. */
public final class ProcessorContext {

    /** The limit for one reply of the database: when its host vanishes, no thread waits for it for ever. */
    public static final Duration REPLY_TIMEOUT = Duration.ofSeconds(30);

    private static final int UNKNOWN_LEVEL = -1;
    private static final int VALIDATION_SECONDS = 2;

    private final DataSource database;
    private final EventTable table;
    private final Ownership ownership;
    private final ProcessorSettings settings;
    private final ProcessorCounters counters = new ProcessorCounters();

    /** Set once, when the processor closes: no new work starts, and an interrupted handler has not failed. */
    private volatile boolean closing;

    /** The isolation level at which connections come; unknown until one was asked. Drivers ask the server each time, which costs a round trip. */
    private volatile int level = UNKNOWN_LEVEL;

    public ProcessorContext(DataSource database, EventTable table, Ownership ownership, ProcessorSettings settings) {
        this.database = database;
        this.table = table;
        this.ownership = ownership;
        this.settings = settings;
    }

    public EventTable table() {
        return table;
    }

    public Ownership ownership() {
        return ownership;
    }

    public ProcessorSettings settings() {
        return settings;
    }

    public ProcessorCounters counters() {
        return counters;
    }

    public boolean isClosing() {
        return closing;
    }

    public void close() {
        closing = true;
    }

    /**
     * Runs work on a connection in auto-commit mode, at READ COMMITTED: the fence makes that safe. At SERIALIZABLE a scan of many rows would
     * conflict with all completions, and with the application. A connection that failed is aborted, not returned to the pool.
     */
    public <T> T onConnection(SqlWork<T> work) throws SQLException {
        return onConnection(work, Connection.TRANSACTION_READ_COMMITTED);
    }

    /**
     * As {@link #onConnection}, for a single query, which in auto-commit mode sees the same at REPEATABLE READ. So the level, which is the default
     * of MariaDB, is not changed and changed back for each poll. A processor that can read is ready to work.
     */
    <T> T onReadConnection(SqlWork<T> work) throws SQLException {
        T result = onConnection(work, Connection.TRANSACTION_REPEATABLE_READ);
        ownership.ready();
        return result;
    }

    private <T> T onConnection(SqlWork<T> work, int highest) throws SQLException {
        try (BorrowedConnection connection = lowered(borrow(REPLY_TIMEOUT), highest)) {
            try {
                return work.on(connection.connection());
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) == SqlErrorKind.OTHER) {
                    connection.abort();
                }
                throw e;
            }
        }
    }

    /** Returns whether the database answers on a connection that works. */
    public boolean isAnswering() {
        try {
            return onReadConnection(connection -> connection.isValid(VALIDATION_SECONDS));
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Borrows a connection at the application's own isolation level.
     *
     * @param replyTimeout the limit for one reply, enforced by the driver without a round trip
     */
    public BorrowedConnection borrow(Duration replyTimeout) throws SQLException {
        return BorrowedConnection.from(database).withNetworkTimeout(replyTimeout);
    }

    private BorrowedConnection lowered(BorrowedConnection connection, int highest) throws SQLException {
        try {
            if (level == UNKNOWN_LEVEL) {
                level = connection.isolationLevel();
            }
            return level > highest ? connection.useReadCommitted(level) : connection;
        } catch (SQLException | RuntimeException | Error e) {
            connection.abort();
            throw e;
        }
    }
}
