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

/** The sheet of a distribution in tables. Whoever replaces it locks its row first, and proves in its commit that it is the writer. */
final class JdbcDistributionStore implements DistributionStore {

    private final StoreDatabase database;
    private final String distribution;
    private final DistributionSql sql;
    private final ServiceTextTable assignment;
    private final ServiceTextTable motion;
    private final ChangeChannel changes;

    JdbcDistributionStore(StoreDatabase database, String distribution, TableNames naming, ChangeChannel changes) {
        this.database = database;
        this.distribution = distribution;
        this.sql = new DistributionSql(naming);
        this.assignment = new ServiceTextTable(naming.table("assignment"), "units");
        this.motion = new ServiceTextTable(naming.table("motion"), "releasers");
        this.changes = changes;
    }

    @Override
    public Distribution read() {
        return database.ask("read the table of " + distribution, connection -> {
            try (PreparedStatement query = connection.prepareStatement(sql.read)) {
                ValueBatches.fill(query, distribution, distribution, distribution, distribution);
                return DistributionRows.of(query).sheet();
            }
        });
    }

    @Override
    public boolean replace(DistributionChange change, Hold writer) {
        return database.transact("replace the table of " + distribution, writer, connection -> {
            if (!locked(connection).equals(change.basis())) {
                return false;
            }
            assignment.change(connection, distribution, change.put(), change.removed());
            motion.become(connection, distribution, HandoverText.write(change.motions()));
            ServiceTextTable.remove(connection, sql.silence, distribution, change.silent());
            update(connection, change.next());
            changes.changed(connection);
            return true;
        });
    }

    private Optional<Version> locked(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.lock)) {
            ValueBatches.fill(query, distribution);
            try (ResultSet rows = query.executeQuery()) {
                if (rows.next()) {
                    String lineage = rows.getString(1);
                    return lineage == null ? Optional.empty() : Optional.of(new Version(lineage, rows.getLong(2)));
                }
            }
        }
        // Of several who write the first sheet one inserts; the others begin anew, and find its row.
        try (PreparedStatement begin = connection.prepareStatement(sql.begin)) {
            ValueBatches.fill(begin, distribution);
            begin.executeUpdate();
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
