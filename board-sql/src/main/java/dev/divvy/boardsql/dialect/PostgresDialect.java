package dev.divvy.boardsql.dialect;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** PostgreSQL, and databases that identify themselves as PostgreSQL. */
final class PostgresDialect implements Dialect, TimeDialect.Postgres {

    @Override
    public String shared() {
        return " FOR SHARE";
    }

    /** The limit ends with the transaction; as a column of a query it costs no round trip of its own. */
    @Override
    public String idleLimit(Duration atMost) {
        return ", set_config('idle_in_transaction_session_timeout', '" + atMost.toMillis() + "', true)";
    }

    @Override
    public Optional<String> updateAndSelect(String update, String columns, String from) {
        return Optional.of("WITH updated AS (" + update + " RETURNING 1) SELECT (SELECT COUNT(*) FROM updated), "
                + columns + " FROM " + from);
    }

    @Override
    public void limitTransaction(Connection connection, Duration atMost) throws SQLException {
        try (Statement set = connection.createStatement()) {
            set.execute("SET LOCAL idle_in_transaction_session_timeout = " + atMost.toMillis());
        }
    }

    @Override
    public void limitShortTransaction(Connection connection, Duration idle, Duration lockWait) throws SQLException {
        try (Statement set = connection.createStatement()) {
            set.execute("SELECT set_config('idle_in_transaction_session_timeout', '" + idle.toMillis()
                    + "', true), set_config('lock_timeout', '" + lockWait.toMillis() + "', true)");
        }
    }

    @Override
    public void tighten(Connection connection, Duration idle, Duration lockWait) throws SQLException {
        limitShortTransaction(connection, idle, lockWait);
    }
}
