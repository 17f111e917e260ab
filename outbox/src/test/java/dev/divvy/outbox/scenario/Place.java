package dev.divvy.outbox.scenario;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * A database, and how everybody works in it.
 *
 * @param isolation one of the levels of {@link Connection}
 */
record Place(String url, String user, String password, int isolation) {

    Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url, user, password);
        connection.setTransactionIsolation(isolation);
        return connection;
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
