package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.testservers.sql.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The database with the tables of a measurement. */
public record BenchDatabase(String name, String url, String user, String password) {

    static BenchDatabase on(String name, SqlServer server, String database) {
        return new BenchDatabase(name, server.jdbcUrl(database), server.user(), server.password());
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** Opens a connection pool with default settings, as an application would. */
    public HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        return new HikariDataSource(config);
    }

    /** Returns connections for filling tables, which is not measured; those to PostgreSQL rewrite batched inserts. */
    public DataSource bulk() throws SQLException {
        if (!isPostgres()) {
            return new MariaDbDataSource(url + "?user=" + user + "&password=" + password);
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        source.setReWriteBatchedInserts(true);
        return source;
    }

    private boolean isPostgres() {
        return url.startsWith("jdbc:postgresql:");
    }

    /** Empties a table and, on PostgreSQL, updates its statistics. */
    public void empty(String table) throws SQLException {
        execute("truncate table " + table);
        if (isPostgres()) {
            execute("vacuum analyze " + table);
        }
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
