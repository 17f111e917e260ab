package dev.divvy.distributor.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A table with one text per service of a distribution. Written only by a transaction that has locked the row of the distribution. */
final class PerServiceRows {

    private final String names;
    private final String texts;
    private final String update;
    private final String insert;
    private final String delete;

    PerServiceRows(String table, String column) {
        String byDistribution = " WHERE distribution = ?";
        this.names = "SELECT service FROM " + table + byDistribution;
        this.texts = "SELECT service, " + column + " FROM " + table + byDistribution;
        this.update = "UPDATE " + table + " SET " + column + " = ? WHERE distribution = ? AND service = ?";
        this.insert = "INSERT INTO " + table + " (" + column + ", distribution, service) VALUES (?, ?, ?)";
        this.delete = "DELETE FROM " + table + byDistribution + " AND service = ?";
    }

    /** Makes these the only rows of the distribution; writes only the rows that differ. */
    void replaceAll(Connection connection, String distribution, Map<String, String> next) throws SQLException {
        Map<String, String> existing = texts(connection, distribution);
        Map<String, String> put = new TreeMap<>(next);
        put.entrySet().removeIf(row -> row.getValue().equals(existing.get(row.getKey())));
        Set<String> removed = new HashSet<>(existing.keySet());
        removed.removeAll(next.keySet());
        write(connection, distribution, put, existing.keySet());
        remove(connection, delete, distribution, removed);
    }

    /** Writes these rows and removes others. */
    void change(Connection connection, String distribution, Map<String, String> put, Collection<String> removed)
            throws SQLException {
        write(connection, distribution, put, names(connection, distribution));
        remove(connection, delete, distribution, removed);
    }

    private void write(Connection connection, String distribution, Map<String, String> put, Set<String> existing)
            throws SQLException {
        for (List<String> batch : ValueBatches.of(put.keySet())) {
            try (PreparedStatement updates = connection.prepareStatement(update);
                    PreparedStatement inserts = connection.prepareStatement(insert)) {
                for (String service : batch) {
                    PreparedStatement row = existing.contains(service) ? updates : inserts;
                    ValueBatches.fill(row, put.getOrDefault(service, ""), distribution, service);
                    row.addBatch();
                }
                updates.executeBatch();
                inserts.executeBatch();
            }
        }
    }

    static void remove(Connection connection, String delete, String distribution, Collection<String> services)
            throws SQLException {
        for (List<String> batch : ValueBatches.of(services)) {
            try (PreparedStatement deletes = connection.prepareStatement(delete)) {
                for (String service : batch) {
                    ValueBatches.fill(deletes, distribution, service);
                    deletes.addBatch();
                }
                deletes.executeBatch();
            }
        }
    }

    private Set<String> names(Connection connection, String distribution) throws SQLException {
        Set<String> found = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement(names)) {
            ValueBatches.fill(query, distribution);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
        return found;
    }

    private Map<String, String> texts(Connection connection, String distribution) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (PreparedStatement query = connection.prepareStatement(texts)) {
            ValueBatches.fill(query, distribution);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return found;
    }
}
