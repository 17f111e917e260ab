package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Borrowed;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Where the board's own connections come from: each with the limits that a stopped process must not outlast. */
final class Lender {

    private final DataSource source;
    private final Dialect dialect;
    private final SqlBoardSettings settings;

    Lender(DataSource source, Dialect dialect, SqlBoardSettings settings) {
        this.source = source;
        this.dialect = dialect;
        this.settings = settings;
    }

    Borrowed lend() throws SQLException {
        // Twice the patience: who waits has given up by then, and the thread is free again.
        Duration limit = settings.patience().multipliedBy(2);
        Borrowed connection = Borrowed.from(source).answersWithin(limit);
        try {
            if (!settings.keepsLevel()) {
                connection.readsCommitted();
            }
            dialect.limitIdle(connection.connection(), settings.idleLimit());
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            connection.abort();
            throw e;
        }
    }

    void giveBack(Borrowed connection) {
        try {
            dialect.unlimitIdle(connection.connection());
            connection.close();
        } catch (SQLException | RuntimeException e) {
            connection.abort();
        }
    }
}
