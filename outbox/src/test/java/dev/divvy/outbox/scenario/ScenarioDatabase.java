package dev.divvy.outbox.scenario;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.List;

/**
 * A database, and the isolation level at which it is used.
 *
 * @param isolation one of the levels of {@link Connection}
 */
record ScenarioDatabase(String url, String user, String password, int isolation) {

    private static final int MAX_CONNECTIONS = 30;

    /** Returns a pool whose connections work at this level; the database need not be running. */
    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setTransactionIsolation(Integer.toString(isolation));
        config.setMaximumPoolSize(MAX_CONNECTIONS);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Returns whether the database ends an idle transaction. H2 cannot. */
    boolean endsIdleTransactions() {
        return !url.startsWith("jdbc:h2:");
    }

    /** Returns the database for queries of the test itself, which must not be refused because of other transactions. */
    ScenarioDatabase forQueries() {
        return new ScenarioDatabase(url, user, password, Connection.TRANSACTION_READ_COMMITTED);
    }

    List<String> arguments() {
        return List.of(url, user, password, Integer.toString(isolation));
    }

    static ScenarioDatabase of(List<String> arguments) {
        return new ScenarioDatabase(
                arguments.get(0), arguments.get(1), arguments.get(2), Integer.parseInt(arguments.get(3)));
    }
}
