package dev.divvy.outbox.reading;

import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** What the poller and the workers of one processor share: its database, table, ownership, settings, counters, and whether it closes. */
public final class ProcessorContext {

    /** How long the database may take for one answer: when its host vanishes without a word, no thread waits for it for ever. */
    public static final Duration ANSWER = Duration.ofSeconds(30);

    private final DataSource database;
    private final EventTable table;
    private final Ownership ownership;
    private final ProcessorSettings settings;
    private final ProcessorCounters counters = new ProcessorCounters();

    /** Set once, when the processor closes: nothing new is begun, and what is interrupted has not failed. */
    private volatile boolean closing;

    /** Drivers ask the server for the isolation level each time: once it is known to be low, it is not asked for again. */
    private volatile boolean readsCommitted;

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
     * Runs work on a connection on which every statement commits by itself, at READ COMMITTED: the fence does the rest. At SERIALIZABLE a
     * scan of many rows would stand in the way of all completions, and of the application. A connection that broke is not given back whole.
     */
    public <T> T onConnection(SqlWork<T> work) throws SQLException {
        try (BorrowedConnection connection = lowered(borrow(ANSWER))) {
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

    /** Borrows a connection at the application's own isolation level. The limit is the driver's own, and costs no round trip. */
    public BorrowedConnection borrow(Duration answersWithin) throws SQLException {
        return BorrowedConnection.from(database).withNetworkTimeout(answersWithin);
    }

    private BorrowedConnection lowered(BorrowedConnection connection) throws SQLException {
        if (!readsCommitted) {
            try {
                readsCommitted = connection.useReadCommitted().isAtOriginalLevel();
            } catch (SQLException | RuntimeException | Error e) {
                connection.abort();
                throw e;
            }
        }
        return connection;
    }
}
