package dev.divvy.distributor;

import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import dev.divvy.distributor.store.WriterElection;
import java.time.Duration;

/** How a store in a database is reached. Immutable. */
public final class JdbcStoreSettings {

    /** A list of a hundred thousand names is one answer too. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SqlBoardSettings board;
    private final Duration patience;
    private final boolean ownsSource;

    private JdbcStoreSettings(SqlBoardSettings board, Duration patience, boolean ownsSource) {
        this.board = board;
        this.patience = Durations.positive("patience", patience);
        this.ownsSource = ownsSource;
    }

    public static JdbcStoreSettings defaults() {
        return new JdbcStoreSettings(SqlBoardSettings.defaults().withTiming(WriterElection.TIMING), PATIENCE, false);
    }

    /** Schema (empty for the connection's own) and prefix of all tables, the board's too. */
    public JdbcStoreSettings withTables(String schema, String prefix) {
        return new JdbcStoreSettings(board.withSchema(schema).withTablePrefix(prefix), patience, ownsSource);
    }

    /** The times by which instances agree on the writer. */
    public JdbcStoreSettings withTiming(Timing timing) {
        return new JdbcStoreSettings(board.withTiming(timing), patience, ownsSource);
    }

    /** How long the database may take for one answer, and how long a transaction that it refused is repeated. */
    public JdbcStoreSettings withPatience(Duration next) {
        return new JdbcStoreSettings(board, next, ownsSource);
    }

    /** For tables that were just created, or that are never emptied: the first instance begins at once. */
    public JdbcStoreSettings neverForgets() {
        return new JdbcStoreSettings(board.neverForgets(), patience, ownsSource);
    }

    /** Closing the store also closes its data source, where that can be closed. */
    public JdbcStoreSettings withOwnedSource() {
        return new JdbcStoreSettings(board, patience, true);
    }

    boolean ownsSource() {
        return ownsSource;
    }

    public Duration patience() {
        return patience;
    }

    SqlBoardSettings board() {
        return board;
    }
}
