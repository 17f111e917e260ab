package dev.divvy.boardsql;

import dev.divvy.allocation.Incarnation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The row of a member, which stays for some weeks after it left.
 *
 * @param highest the highest incarnation that was ever on the board
 * @param present whether that incarnation is on the board now
 */
record MemberFenceRow(long highest, boolean present, long acknowledged) {

    /** Reads and locks a row; the statement decides how it is locked. */
    static Optional<MemberFenceRow> lock(Connection connection, String statement, String group, String member)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(statement)) {
            query.setString(1, group);
            query.setString(2, member);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next()
                        ? Optional.of(new MemberFenceRow(rows.getLong(1), rows.getBoolean(2), rows.getLong(3)))
                        : Optional.empty();
            }
        }
    }

    boolean has(Incarnation incarnation) {
        return present && highest == incarnation.number();
    }
}
