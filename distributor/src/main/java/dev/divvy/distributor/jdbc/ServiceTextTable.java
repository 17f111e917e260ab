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

/** A table with one text for each service of a distribution: written by whoever has locked the row of the sheet. */
final class ServiceTextTable {

    private final String names;
    private final String texts;
    private final String update;
    private final String insert;
    private final String delete;

    ServiceTextTable(String table, String column) {
        String one = " WHERE distribution = ?";
        this.names = "SELECT service FROM " + table + one;
        this.texts = "SELECT service, " + column + " FROM " + table + one;
        this.update = "UPDATE " + table + " SET " + column + " = ? WHERE distribution = ? AND service = ?";
        this.insert = "INSERT INTO " + table + " (" + column + ", distribution, service) VALUES (?, ?, ?)";
        this.delete = "DELETE FROM " + table + one + " AND service = ?";
    }

    /** Lets the rows be these and no others; writes only what differs. */
    void become(Connection connection, String distribution, Map<String, String> next) throws SQLException {
        Map<String, String> there = texts(connection, distribution);
        Map<String, String> put = new TreeMap<>(next);
        put.entrySet().removeIf(row -> row.getValue().equals(there.get(row.getKey())));
        Set<String> removed = new HashSet<>(there.keySet());
        removed.removeAll(next.keySet());
        write(connection, distribution, put, there.keySet());
        remove(connection, delete, distribution, removed);
    }

    /** Writes some rows and takes others off. */
    void change(Connection connection, String distribution, Map<String, String> put, Collection<String> removed)
            throws SQLException {
        write(connection, distribution, put, names(connection, distribution));
        remove(connection, delete, distribution, removed);
    }

    private void write(Connection connection, String distribution, Map<String, String> put, Set<String> there)
            throws SQLException {
        for (List<String> some : ValueBatches.of(put.keySet())) {
            try (PreparedStatement updates = connection.prepareStatement(update);
                    PreparedStatement inserts = connection.prepareStatement(insert)) {
                for (String service : some) {
                    PreparedStatement row = there.contains(service) ? updates : inserts;
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
        for (List<String> some : ValueBatches.of(services)) {
            try (PreparedStatement deletes = connection.prepareStatement(delete)) {
                for (String service : some) {
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
