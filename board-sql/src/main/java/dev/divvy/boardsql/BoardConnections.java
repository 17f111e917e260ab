package dev.divvy.boardsql;

import dev.divvy.boardsql.dialect.Dialect;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Supplies the board's own connections, each with a network timeout and a limit on idle transactions. */
final class BoardConnections {

    private final DataSource source;
    private final Dialect dialect;
    private final SqlBoardSettings settings;

    BoardConnections(DataSource source, Dialect dialect, SqlBoardSettings settings) {
        this.source = source;
        this.dialect = dialect;
        this.settings = settings;
    }

    BorrowedConnection borrow() throws SQLException {
        // Twice the timeout: the caller has given up by then, and this frees the thread.
        Duration limit = settings.timeout().multipliedBy(2);
        BorrowedConnection connection = BorrowedConnection.from(source).withNetworkTimeout(limit);
        try {
            if (!settings.keepsIsolationLevel()) {
                connection.useReadCommitted();
            }
            dialect.limitIdle(connection.connection(), settings.idleLimit());
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            connection.abort();
            throw e;
        }
    }

    void release(BorrowedConnection connection) {
        try {
            dialect.restoreIdle(connection.connection());
            connection.close();
        } catch (SQLException | RuntimeException e) {
            connection.abort();
        }
    }
}
