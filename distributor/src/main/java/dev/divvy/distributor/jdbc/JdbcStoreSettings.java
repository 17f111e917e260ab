package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Timing;
import dev.divvy.distributor.store.Writing;
import java.time.Duration;

/**
 * How a store in a database is reached.
 *
 * @param board for the board on which the instances meet; its naming is that of all tables
 * @param patience how long the database may take for one answer, and how long it may ask for something to be begun anew
 */
public record JdbcStoreSettings(SqlBoardSettings board, Duration patience) {

    /** A list of a hundred thousand names is one answer too. */
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(30);

    public static final JdbcStoreSettings DEFAULT =
            new JdbcStoreSettings(SqlBoardSettings.defaults().withTiming(Writing.TIMING), USUAL_PATIENCE);

    public JdbcStoreSettings {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience " + patience + " must be positive");
        }
    }

    public TableNames naming() {
        return new TableNames(board.schema(), board.tablePrefix());
    }

    public JdbcStoreSettings with(TableNames next) {
        return new JdbcStoreSettings(board.withSchema(next.schema()).withTablePrefix(next.prefix()), patience);
    }

    /** The times that the instances which want to write go by. */
    public JdbcStoreSettings with(Timing timing) {
        return new JdbcStoreSettings(board.withTiming(timing), patience);
    }

    public JdbcStoreSettings withPatience(Duration next) {
        return new JdbcStoreSettings(board, next);
    }

    /** For tables that were just made, or that nobody ever empties: the first instance begins at once. */
    public JdbcStoreSettings neverForgets() {
        return new JdbcStoreSettings(board.neverForgets(), patience);
    }
}
