package dev.divvy.outbox.work;

import dev.divvy.boardsql.jdbc.Borrowed;
import java.sql.SQLException;

/**
 * At which isolation level the outbox reads, and completes what was handled outside: READ COMMITTED, since the fence does the rest. At
 * SERIALIZABLE a sweep over many rows would stand in the way of all completions, and of the application.
 */
final class Level {

    /** Drivers ask the server for the level each time; where it is low from the first, nobody asks again. */
    private volatile boolean low;

    Borrowed lowered(Borrowed connection) throws SQLException {
        if (!low) {
            try {
                low = connection.readsCommitted().atItsOwnLevel();
            } catch (SQLException | RuntimeException | Error e) {
                connection.abort();
                throw e;
            }
        }
        return connection;
    }
}
