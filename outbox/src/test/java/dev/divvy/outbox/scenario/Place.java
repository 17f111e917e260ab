package dev.divvy.outbox.scenario;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.List;

/**
 * A database, and how everybody works in it.
 *
 * @param isolation one of the levels of {@link Connection}
 */
record Place(String url, String user, String password, int isolation) {

    private static final int MOST_CONNECTIONS = 30;

    /** A pool whose connections work at this level; the database need not be up. */
    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setTransactionIsolation(Integer.toString(isolation));
        config.setMaximumPoolSize(MOST_CONNECTIONS);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Whether the database ends a transaction of ours that stands still. H2 cannot. */
    boolean endsWhoStandsStill() {
        return !url.startsWith("jdbc:h2:");
    }

    /** For whoever only looks, and is not to be refused for the sake of those who work. */
    Place forLooking() {
        return new Place(url, user, password, Connection.TRANSACTION_READ_COMMITTED);
    }

    List<String> words() {
        return List.of(url, user, password, Integer.toString(isolation));
    }

    static Place of(List<String> words) {
        return new Place(words.get(0), words.get(1), words.get(2), Integer.parseInt(words.get(3)));
    }
}
