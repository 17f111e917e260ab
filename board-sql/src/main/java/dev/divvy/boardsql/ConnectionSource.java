package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.BorrowedConnection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Where the board's own connections come from: each with the limits that a stopped process must not outlast. */
final class ConnectionSource {

    private final DataSource source;
    private final Dialect dialect;
    private final SqlBoardSettings settings;

    ConnectionSource(DataSource source, Dialect dialect, SqlBoardSettings settings) {
        this.source = source;
        this.dialect = dialect;
        this.settings = settings;
    }

    BorrowedConnection lend() throws SQLException {
        // Twice the patience: who waits has given up by then, and the thread is free again.
        Duration limit = settings.patience().multipliedBy(2);
        BorrowedConnection connection = BorrowedConnection.from(source).answersWithin(limit);
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

    void giveBack(BorrowedConnection connection) {
        try {
            dialect.unlimitIdle(connection.connection());
            connection.close();
        } catch (SQLException | RuntimeException e) {
            connection.abort();
        }
    }
}
