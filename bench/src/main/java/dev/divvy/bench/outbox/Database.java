package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.testservers.sql.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Where the tables of a measurement are. */
record Database(String name, String url, String user, String password) {

    static Database on(String name, SqlServer server, String database) {
        return new Database(name, server.jdbcUrl(database), server.user(), server.password());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** A pool as an application has it, with its usual settings. */
    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        return new HikariDataSource(config);
    }

    /** Connections that insert many rows at once, for filling tables of PostgreSQL: filling is not what is measured. */
    DataSource bulk() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        source.setReWriteBatchedInserts(true);
        return source;
    }

    /** Empties a table of PostgreSQL, which knows that it is empty. */
    void empty(String table) throws SQLException {
        execute("truncate " + table);
        execute("vacuum analyze " + table);
    }

    void execute(String statement) throws SQLException {
        try (Connection connection = connect();
                Statement asked = connection.createStatement()) {
            asked.execute(statement);
        }
    }
}
