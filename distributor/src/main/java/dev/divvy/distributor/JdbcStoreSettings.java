package dev.divvy.distributor;

import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import dev.divvy.distributor.store.WriterElection;
import java.time.Duration;

/** Settings of a store in a database. Immutable. */
public final class JdbcStoreSettings {

    /** Long enough to read a list of a hundred thousand names, which is one statement. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final SqlBoardSettings board;
    private final Duration timeout;
    private final boolean ownsSource;

    private JdbcStoreSettings(SqlBoardSettings board, Duration timeout, boolean ownsSource) {
        this.board = board;
        this.timeout = Durations.positive("timeout", timeout);
        this.ownsSource = ownsSource;
    }

    public static JdbcStoreSettings defaults() {
        return new JdbcStoreSettings(SqlBoardSettings.defaults().withTiming(WriterElection.TIMING), TIMEOUT, false);
    }

    /** Sets the schema (empty for the connection's own) and the prefix of all tables, including those of the board. */
    public JdbcStoreSettings withTables(String schema, String prefix) {
        return new JdbcStoreSettings(board.withSchema(schema).withTablePrefix(prefix), timeout, ownsSource);
    }

    /** Sets the timing by which the instances elect the writer. */
    public JdbcStoreSettings withTiming(Timing timing) {
        return new JdbcStoreSettings(board.withTiming(timing), timeout, ownsSource);
    }

    /** Sets how long the database may take to answer, and how long a rejected transaction is retried. */
    public JdbcStoreSettings withTimeout(Duration next) {
        return new JdbcStoreSettings(board, next, ownsSource);
    }

    /** Declares that the tables were just created or are never emptied, so that the first instance starts writing at once. */
    public JdbcStoreSettings neverForgets() {
        return new JdbcStoreSettings(board.neverForgets(), timeout, ownsSource);
    }

    /** Closes the data source together with the store, if the source can be closed. */
    public JdbcStoreSettings withOwnedSource() {
        return new JdbcStoreSettings(board, timeout, true);
    }

    boolean ownsSource() {
        return ownsSource;
    }

    public Duration timeout() {
        return timeout;
    }

    SqlBoardSettings board() {
        return board;
    }
}
