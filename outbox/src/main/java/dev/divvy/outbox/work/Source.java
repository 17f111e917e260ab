package dev.divvy.outbox.work;

import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Where a processor's events come from.
 *
 * @param ending whether the processor closes: nothing new is begun, and what is interrupted has not failed
 */
record Source(
        DataSource database,
        EventTable table,
        Share share,
        ProcessorSettings how,
        Counters counters,
        BooleanSupplier ending) {

    /** A connection on which every statement commits by itself. */
    Connection connect() throws SQLException {
        Connection connection = database.getConnection();
        try {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }
}
