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

/** The table of a distribution as its services see it. */
final class JdbcAssignmentReader implements AssignmentReader {

    private final StoreDatabase database;
    private final String distribution;
    private final DistributionSql sql;
    private final ChangeChannel changes;

    JdbcAssignmentReader(StoreDatabase database, String distribution, TableNames naming, ChangeChannel changes) {
        this.database = database;
        this.distribution = distribution;
        this.sql = new DistributionSql(naming);
        this.changes = changes;
    }

    @Override
    public ServiceAssignment look(String service) {
        return database.ask("look for " + service + " in the table of " + distribution, connection -> {
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
                return DistributionRows.of(query).posting(service);
            }
        });
    }

    @Override
    public void acknowledge(String service, long epoch) {
        NameRules.check("service", service, NameRules.LONGEST);
        database.ask("acknowledge epoch " + epoch + " of " + distribution + " for " + service, connection -> {
            boolean raised = raised(connection, service, epoch);
            if (!raised && !said(connection, service)) {
                say(connection, service, epoch);
            }
            return raised;
        });
    }

    private boolean raised(Connection connection, String service, long epoch) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(sql.raise)) {
            raise.setLong(1, epoch);
            raise.setString(2, distribution);
            raise.setString(3, service);
            raise.setLong(4, epoch);
            return raise.executeUpdate() > 0;
        }
    }

    private boolean said(Connection connection, String service) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.acknowledged)) {
            ValueBatches.fill(query, distribution, service);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** When another thread said something first this fails as a duplicate, and is begun anew. */
    private void say(Connection connection, String service, long epoch) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql.acknowledge)) {
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
