package dev.divvy.cli.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.Connection;

/** A connection to an outbox; an SQL error becomes a failure of one line. */
public record OutboxConnection(SqlFailures failures, HikariDataSource pool, Outbox outbox) implements AutoCloseable {

    /** Connects to a database with at most this many connections. */
    public static OutboxConnection open(
            DatabaseLogin database, int connections, OutboxSettings settings, SqlFailures failures) {
        HikariDataSource pool = database.connectedPool(connections, failures);
        try {
            return new OutboxConnection(failures, pool, failures.ask(() -> Outbox.on(pool, settings)));
        } catch (Failure e) {
            pool.close();
            throw e;
        } catch (IllegalArgumentException e) {
            pool.close();
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }

    /** Runs a query. */
    public <T> T ask(SqlFailures.Query<T> query) {
        return failures.ask(query);
    }

    /** Runs a query on a connection of its own. */
    public <T> T askOn(SqlWork<T> query) {
        return ask(() -> {
            try (Connection connection = pool.getConnection()) {
                return query.on(connection);
            }
        });
    }

    @Override
    public void close() {
        outbox.close();
        pool.close();
    }
}
