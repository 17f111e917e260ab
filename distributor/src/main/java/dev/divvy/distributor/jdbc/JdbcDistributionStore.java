package dev.divvy.distributor.jdbc;

import dev.divvy.allocation.Version;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Hold;
import dev.divvy.distributor.store.DistributionStore;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A distribution in SQL tables. A replacement locks the row of the distribution first, and its commit succeeds only for the writer. */
final class JdbcDistributionStore implements DistributionStore {

    private final StoreTransactions database;
    private final String distribution;
    private final DistributionSql sql;
    private final PerServiceRows assignment;
    private final PerServiceRows handover;
    private final ChangeChannel changes;

    JdbcDistributionStore(StoreTransactions database, String distribution, TableNames tables, ChangeChannel changes) {
        this.database = database;
        this.distribution = distribution;
        this.sql = new DistributionSql(tables);
        this.assignment = new PerServiceRows(tables.table("assignment"), "units");
        this.handover = new PerServiceRows(tables.table("handover"), "releasers");
        this.changes = changes;
    }

    @Override
    public Distribution read() {
        return database.execute("read the table of " + distribution, connection -> {
            try (PreparedStatement query = connection.prepareStatement(sql.read)) {
                ValueBatches.fill(query, distribution, distribution, distribution, distribution);
                return DistributionQueryResult.of(query).distribution();
            }
        });
    }

    @Override
    public boolean replace(DistributionChange change, Hold writer) {
        return database.transact("replace the table of " + distribution, writer, connection -> {
            if (!lock(connection).equals(change.basis())) {
                return false;
            }
            assignment.change(connection, distribution, change.put(), change.removed());
            handover.replaceAll(connection, distribution, HandoverText.write(change.handovers()));
            PerServiceRows.remove(connection, sql.deleteAcknowledgement, distribution, change.forgotten());
            update(connection, change.next());
            changes.changed(connection);
            return true;
        });
    }

    /** Locks the row of the distribution and returns the stored version. */
    private Optional<Version> lock(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.lock)) {
            ValueBatches.fill(query, distribution);
            try (ResultSet rows = query.executeQuery()) {
                if (rows.next()) {
                    String lineage = rows.getString(1);
                    return lineage == null ? Optional.empty() : Optional.of(new Version(lineage, rows.getLong(2)));
                }
            }
        }
        // Of several instances that write the first table one inserts the row; the others retry and find it.
        try (PreparedStatement insert = connection.prepareStatement(sql.insert)) {
            ValueBatches.fill(insert, distribution);
            insert.executeUpdate();
        }
        return Optional.empty();
    }

    private void update(Connection connection, Version next) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.update)) {
            update.setString(1, next.lineage());
            update.setLong(2, next.epoch());
            update.setString(3, distribution);
            update.executeUpdate();
        }
    }
}
