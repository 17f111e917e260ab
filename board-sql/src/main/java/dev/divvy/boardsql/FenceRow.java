package dev.divvy.boardsql;

import dev.divvy.allocation.Incarnation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the board keeps of a member for ever.
 *
 * @param highest the highest incarnation that was ever on the board
 * @param present whether it is there now
 */
record FenceRow(long highest, boolean present, long acknowledged) {

    /** Reads and locks a row, in the way that the statement says. */
    static Optional<FenceRow> lock(Connection connection, String statement, String group, String member)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(statement)) {
            query.setString(1, group);
            query.setString(2, member);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next()
                        ? Optional.of(new FenceRow(rows.getLong(1), rows.getBoolean(2), rows.getLong(3)))
                        : Optional.empty();
            }
        }
    }

    boolean has(Incarnation life) {
        return present && highest == life.number();
    }
}
