package dev.divvy.boardsql;

import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import dev.divvy.testservers.sql.SqlServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A database for tests, whose connections have one isolation level. Tests share it and use a group each. */
record TestDatabase(DatabaseKind kind, String name, StrictPool pool) {

    static final int READ_COMMITTED = Connection.TRANSACTION_READ_COMMITTED;
    static final int REPEATABLE_READ = Connection.TRANSACTION_REPEATABLE_READ;
    static final int SERIALIZABLE = Connection.TRANSACTION_SERIALIZABLE;

    /** The default lock timeout is 2 s, and the transaction that has the lock may be paused for longer. */
    private static final String H2_OPTIONS = ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

    /** Settings for boards whose calls may take long, and whose transactions may be idle for long. */
    static final SqlBoardSettings LENIENT =
            SqlBoardSettings.defaults().withTimeout(Duration.ofSeconds(20)).withIdleLimit(Duration.ofMinutes(1));

    private static final Map<String, TestDatabase> SHARED = new ConcurrentHashMap<>();

    static TestDatabase h2() {
        return SHARED.computeIfAbsent("h2", key -> withTables(fresh(DatabaseKind.H2)));
    }

    static TestDatabase postgres(int level) {
        return SHARED.computeIfAbsent(
                "postgres" + level, key -> withTables(on(PostgresServer.shared(), "board_level_" + level, level)));
    }

    static TestDatabase maria(int level) {
        return SHARED.computeIfAbsent(
                "maria" + level, key -> withTables(on(MariaServer.shared(), "board_level_" + level, level)));
    }

    /** Returns a new database without tables. */
    static TestDatabase fresh(DatabaseKind kind) {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        return switch (kind) {
            case POSTGRESQL -> on(PostgresServer.shared(), name, Connection.TRANSACTION_NONE);
            case MARIADB -> on(MariaServer.shared(), name, Connection.TRANSACTION_NONE);
            default ->
                new TestDatabase(
                        DatabaseKind.H2,
                        name,
                        new StrictPool("jdbc:h2:mem:" + name + H2_OPTIONS, "sa", "", Connection.TRANSACTION_NONE));
        };
    }

    static TestDatabase on(SqlServer server, String name, int level) {
        DatabaseKind kind = server instanceof MariaServer ? DatabaseKind.MARIADB : DatabaseKind.POSTGRESQL;
        return new TestDatabase(
                kind, name, new StrictPool(server.jdbcUrl(name), server.user(), server.password(), level));
    }

    /** Creates all tables in a database. */
    static TestDatabase withTables(TestDatabase database) {
        try (SqlBoards boards = SqlBoards.on(database.pool)) {
            boards.createIfMissing();
            database.execute("CREATE TABLE IF NOT EXISTS work (id VARCHAR(100) PRIMARY KEY)");
            return database;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns another pool of connections to the same database. */
    StrictPool anotherPool(int level) {
        return new StrictPool(
                switch (kind) {
                    case POSTGRESQL -> PostgresServer.shared().jdbcUrl(name);
                    case MARIADB -> MariaServer.shared().jdbcUrl(name);
                    default -> "jdbc:h2:mem:" + name + H2_OPTIONS;
                },
                kind == DatabaseKind.H2 ? "sa" : "divvy",
                kind == DatabaseKind.H2 ? "" : "divvy",
                level);
    }

    void execute(String statement) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement run = connection.createStatement()) {
            run.execute(statement);
        }
    }

    /** Returns the first column of the first row, as a number; -1 without a row. */
    long number(String query, String... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : -1;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    long beat(String group, String member) {
        return number("SELECT beat FROM divvy_beat WHERE group_name = ? AND member = ?", group, member);
    }

    /** Deletes all rows of a group. */
    void forget(String group) {
        try (Connection connection = pool.getConnection()) {
            for (String table : new String[] {"fence", "board", "beat", "share"}) {
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM divvy_" + table + " WHERE group_name = ?")) {
                    delete.setString(1, group);
                    delete.executeUpdate();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
