package dev.divvy.boardsql.dialect;

import dev.divvy.boardsql.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** MariaDB and MySQL. */
final class MariaDialect implements Dialect {

    private static final String SAVED = "@divvy_idle = @@SESSION.idle_transaction_timeout,"
            + " @divvy_lock_wait = @@SESSION.innodb_lock_wait_timeout,"
            + " @divvy_table_lock_wait = @@SESSION.lock_wait_timeout";

    private final DatabaseKind kind;

    MariaDialect(DatabaseKind kind) {
        this.kind = kind;
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "TIMESTAMPADD(MICROSECOND, ? * 1000, UTC_TIMESTAMP(3))";
    }

    @Override
    public String shared() {
        return " LOCK IN SHARE MODE";
    }

    /** A compound statement, which MySQL has not. Each of the two commits by itself. */
    @Override
    public Optional<String> updateAndSelect(String update, String columns, String from) {
        return kind == DatabaseKind.MARIADB
                ? Optional.of(
                        "BEGIN NOT ATOMIC " + update + "; SELECT ROW_COUNT(), " + columns + " FROM " + from + "; END")
                : Optional.empty();
    }

    /** MySQL has no such limit: there a process that stops in a completing transaction delays its own ejection. */
    @Override
    public void limitIdle(Connection connection, Duration atMost) throws SQLException {
        set(connection, SAVED + ", SESSION idle_transaction_timeout = " + seconds(atMost));
    }

    @Override
    public void limitShortTransaction(Connection connection, Duration idle, Duration lockWait) throws SQLException {
        set(connection, SAVED + ", " + limits(idle, lockWait));
    }

    @Override
    public void tighten(Connection connection, Duration idle, Duration lockWait) throws SQLException {
        set(connection, limits(idle, lockWait));
    }

    /** The locks of rows and those of whole tables have limits of their own. */
    private static String limits(Duration idle, Duration lockWait) {
        return "SESSION idle_transaction_timeout = " + seconds(idle) + ", SESSION innodb_lock_wait_timeout = "
                + seconds(lockWait) + ", SESSION lock_wait_timeout = " + seconds(lockWait);
    }

    @Override
    public void restoreIdle(Connection connection) throws SQLException {
        set(
                connection,
                "SESSION idle_transaction_timeout = @divvy_idle, SESSION innodb_lock_wait_timeout = @divvy_lock_wait,"
                        + " SESSION lock_wait_timeout = @divvy_table_lock_wait");
    }

    private static long seconds(Duration atMost) {
        return Math.max(1, (atMost.toMillis() + 999) / 1000);
    }

    private void set(Connection connection, String settings) throws SQLException {
        if (kind == DatabaseKind.MARIADB) {
            try (Statement set = connection.createStatement()) {
                set.execute("SET " + settings);
            }
        }
    }
}
