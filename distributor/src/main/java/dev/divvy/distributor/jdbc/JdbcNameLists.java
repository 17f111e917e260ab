package dev.divvy.distributor.jdbc;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.NameLists;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of names in a table. Only one transaction at a time changes a list. */
final class JdbcNameLists implements NameLists {

    /** The number of names up to which each is looked up by itself. */
    private static final int MOST_BY_NAME = 50;

    private final StoreTransactions database;
    private final ListSql sql;
    private final ChangeChannel changes;

    JdbcNameLists(StoreTransactions database, ListSql sql, ChangeChannel changes) {
        this.database = database;
        this.sql = sql;
        this.changes = changes;
    }

    @Override
    public List<String> read(String namespace) {
        return database.execute("read the names in " + checked(namespace), connection -> {
            try (PreparedStatement query = connection.prepareStatement(sql.read + " ORDER BY position")) {
                ValueBatches.fill(query, namespace);
                return List.copyOf(positions(query).keySet());
            }
        });
    }

    /** Returns the positions by name, in the order of the rows. */
    private static Map<String, Long> positions(PreparedStatement query) throws SQLException {
        Map<String, Long> positions = new LinkedHashMap<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                positions.put(rows.getString(2), rows.getLong(1));
            }
        }
        return positions;
    }

    /**
     * Returns the positions of those names that the list contains. For many names it reads the whole list: no database looks up many keys
     * at once quickly.
     */
    private Map<String, Long> find(Connection connection, String namespace, Set<String> names) throws SQLException {
        boolean all = names.size() > MOST_BY_NAME;
        Map<String, Long> found = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(all ? sql.read : sql.find)) {
            ValueBatches.fill(query, namespace);
            if (all) {
                found.putAll(positions(query));
                found.keySet().retainAll(names);
                return found;
            }
            for (String name : names) {
                query.setString(2, name);
                found.putAll(positions(query));
            }
            return found;
        }
    }

    @Override
    public int add(String namespace, Collection<String> names) {
        Set<String> wanted = new LinkedHashSet<>(names);
        return change("add names to", namespace, wanted, connection -> {
            Set<String> missing = new LinkedHashSet<>(wanted);
            missing.removeAll(find(connection, namespace, wanted).keySet());
            for (List<String> batch : ValueBatches.of(missing)) {
                insert(connection, namespace, batch);
            }
            return missing.size();
        });
    }

    private void insert(Connection connection, String namespace, List<String> names) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql.insert(names))) {
            int next = 1;
            for (String name : names) {
                insert.setString(next++, namespace);
                insert.setString(next++, name);
            }
            insert.executeUpdate();
        }
    }

    @Override
    public int remove(String namespace, Collection<String> names) {
        Set<String> removed = new LinkedHashSet<>(names);
        return change("remove names from", namespace, removed, connection -> {
            Map<String, Long> found = find(connection, namespace, removed);
            for (List<Long> batch : ValueBatches.of(found.values())) {
                try (Statement delete = connection.createStatement()) {
                    delete.executeUpdate(sql.delete(batch));
                }
            }
            return found.size();
        });
    }

    /** Locks the list first, so that a name that is found missing stays missing until it is inserted. */
    private int change(String what, String namespace, Set<String> names, SqlWork<Integer> work) {
        checked(namespace);
        return names.isEmpty()
                ? 0
                : database.transact(what + " " + namespace, connection -> {
                    lock(connection, namespace);
                    int changed = work.on(connection);
                    if (changed > 0) {
                        changes.changed(connection);
                    }
                    return changed;
                });
    }

    /** Locks the row of the list by counting a change in it; inserts the row if it is missing. */
    private void lock(Connection connection, String namespace) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.countChange)) {
            ValueBatches.fill(update, namespace);
            if (update.executeUpdate() == 1) {
                return;
            }
        }
        try (PreparedStatement insert = connection.prepareStatement(sql.insertList)) {
            ValueBatches.fill(insert, namespace);
            insert.executeUpdate();
        }
    }

    private static String checked(String namespace) {
        return NameRules.check("namespace", namespace, NameRules.LONGEST);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return changes.listen(changed);
    }
}
