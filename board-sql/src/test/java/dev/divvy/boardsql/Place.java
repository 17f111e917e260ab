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

/** A database for tests, with all tables in it, whose connections are at one isolation level. Tests share it and have a group each. */
record Place(DatabaseKind product, String database, Pool pool) {

    static final int READ_COMMITTED = Connection.TRANSACTION_READ_COMMITTED;
    static final int REPEATABLE_READ = Connection.TRANSACTION_REPEATABLE_READ;
    static final int SERIALIZABLE = Connection.TRANSACTION_SERIALIZABLE;

    /** The database's own limit is 2 s, and whoever has the lock may stand still for longer. */
    private static final String H2_OPTIONS = ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

    /** For boards whose calls may take long, and whose transactions may stand still for long. */
    static final SqlBoardSettings PATIENT =
            SqlBoardSettings.defaults().withPatience(Duration.ofSeconds(20)).withIdleLimit(Duration.ofMinutes(1));

    private static final Map<String, Place> SHARED = new ConcurrentHashMap<>();

    static Place h2() {
        return SHARED.computeIfAbsent("h2", key -> with(fresh(DatabaseKind.H2)));
    }

    static Place postgres(int level) {
        return SHARED.computeIfAbsent(
                "postgres" + level, key -> with(on(PostgresServer.shared(), "board_level_" + level, level)));
    }

    static Place maria(int level) {
        return SHARED.computeIfAbsent(
                "maria" + level, key -> with(on(MariaServer.shared(), "board_level_" + level, level)));
    }

    /** A database of its own, without tables. */
    static Place fresh(DatabaseKind product) {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        return switch (product) {
            case POSTGRESQL -> on(PostgresServer.shared(), name, Connection.TRANSACTION_NONE);
            case MARIADB -> on(MariaServer.shared(), name, Connection.TRANSACTION_NONE);
            default ->
                new Place(
                        DatabaseKind.H2,
                        name,
                        new Pool("jdbc:h2:mem:" + name + H2_OPTIONS, "sa", "", Connection.TRANSACTION_NONE));
        };
    }

    static Place on(SqlServer server, String database, int level) {
        DatabaseKind product = server instanceof MariaServer ? DatabaseKind.MARIADB : DatabaseKind.POSTGRESQL;
        return new Place(
                product, database, new Pool(server.jdbcUrl(database), server.user(), server.password(), level));
    }

    /** The same with all tables in it. */
    static Place with(Place place) {
        try (SqlBoards boards = SqlBoards.on(place.pool)) {
            boards.createIfMissing();
            place.execute("CREATE TABLE IF NOT EXISTS work (id VARCHAR(100) PRIMARY KEY)");
            return place;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Other connections to the same database. */
    Pool another(int level) {
        return new Pool(
                switch (product) {
                    case POSTGRESQL -> PostgresServer.shared().jdbcUrl(database);
                    case MARIADB -> MariaServer.shared().jdbcUrl(database);
                    default -> "jdbc:h2:mem:" + database + H2_OPTIONS;
                },
                product == DatabaseKind.H2 ? "sa" : "divvy",
                product == DatabaseKind.H2 ? "" : "divvy",
                level);
    }

    void execute(String statement) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement run = connection.createStatement()) {
            run.execute(statement);
        }
    }

    /** The first column of the first row, as a number; -1 without a row. */
    long number(String query, String... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement asked = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                asked.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = asked.executeQuery()) {
                return rows.next() ? rows.getLong(1) : -1;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    long beat(String group, String member) {
        return number("SELECT beat FROM divvy_beat WHERE group_name = ? AND member = ?", group, member);
    }

    /** All that is known of a group goes. */
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
