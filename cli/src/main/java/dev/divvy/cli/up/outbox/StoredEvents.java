package dev.divvy.cli.up.outbox;

import dev.divvy.cli.outbox.OutboxConnection;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The numbers of the events that are in the table.
 *
 * @param isComplete whether these are all, and not only the oldest ones
 */
record StoredEvents(Set<Long> numbers, boolean isComplete) {

    private static final int MOST = 5_000;

    static StoredEvents read(OutboxConnection database) {
        String sql = "SELECT payload FROM " + database.outbox().settings().eventTable() + " ORDER BY id LIMIT " + MOST;
        return database.askOn(connection -> read(connection, sql));
    }

    private static StoredEvents read(Connection connection, String sql) throws SQLException {
        Set<Long> numbers = new TreeSet<>();
        int rows = 0;
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            for (; row.next(); rows++) {
                byte[] payload = row.getBytes(1);
                EventDelivery.number(payload == null ? "" : new String(payload, StandardCharsets.UTF_8))
                        .ifPresent(numbers::add);
            }
        }
        return new StoredEvents(numbers, rows < MOST);
    }

    /** Returns the highest number up to which these are all, if this many had been sent before they were read. */
    long upTo(long sent) {
        return isComplete
                ? sent
                : numbers.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
