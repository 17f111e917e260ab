package dev.divvy.distributor.jdbc;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.AssignmentReader;
import dev.divvy.distributor.store.ServiceAssignment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The table of a distribution in a database, as its services read it. */
final class JdbcAssignmentReader implements AssignmentReader {

    private final StoreTransactions database;
    private final String distribution;
    private final DistributionSql sql;
    private final ChangeChannel changes;

    JdbcAssignmentReader(StoreTransactions database, String distribution, TableNames tables, ChangeChannel changes) {
        this.database = database;
        this.distribution = distribution;
        this.sql = new DistributionSql(tables);
        this.changes = changes;
    }

    @Override
    public ServiceAssignment look(String service) {
        return database.execute("look for " + service + " in the table of " + distribution, connection -> {
            try (PreparedStatement query = connection.prepareStatement(sql.look)) {
                ValueBatches.fill(
                        query,
                        distribution,
                        distribution,
                        service,
                        distribution,
                        service,
                        distribution,
                        distribution,
                        service);
                return DistributionQueryResult.of(query).assignment(service);
            }
        });
    }

    @Override
    public void acknowledge(String service, long epoch) {
        NameRules.check("service", service, NameRules.LONGEST);
        database.execute("acknowledge epoch " + epoch + " of " + distribution + " for " + service, connection -> {
            boolean raised = raise(connection, service, epoch);
            if (!raised && !exists(connection, service)) {
                insert(connection, service, epoch);
            }
            return raised;
        });
    }

    private boolean raise(Connection connection, String service, long epoch) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.raiseAcknowledgement)) {
            update.setLong(1, epoch);
            update.setString(2, distribution);
            update.setString(3, service);
            update.setLong(4, epoch);
            return update.executeUpdate() > 0;
        }
    }

    private boolean exists(Connection connection, String service) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.findAcknowledgement)) {
            ValueBatches.fill(query, distribution, service);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Fails with a duplicate key if another thread inserted first; the caller then retries. */
    private void insert(Connection connection, String service, long epoch) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql.insertAcknowledgement)) {
            ValueBatches.fill(insert, distribution, service);
            insert.setLong(3, epoch);
            insert.executeUpdate();
        }
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return changes.listen(changed);
    }
}
