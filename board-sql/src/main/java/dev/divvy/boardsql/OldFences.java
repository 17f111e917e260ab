package dev.divvy.boardsql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes the fence rows of members that left long ago, some at each join: an id that is new after each restart would leave a row for ever. No
 * request of such a member is on its way any more.
 */
final class OldFences {

    private static final Duration KEPT = Duration.ofDays(30);
    private static final int MAX_DELETED = 100;

    private final BoardStatements sql;
    private final String group;

    OldFences(BoardStatements sql, String group) {
        this.sql = sql;
        this.group = group;
    }

    /** Deletes rows one by one: a statement for all would wait for the locks of completing transactions. */
    void delete(Connection connection) throws SQLException {
        for (String member : members(connection)) {
            try (PreparedStatement delete = connection.prepareStatement(sql.deleteOldFence)) {
                delete.setString(1, group);
                delete.setString(2, member);
                delete.setLong(3, -KEPT.toMillis());
                delete.executeUpdate();
            }
        }
    }

    private List<String> members(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql.oldFences)) {
            query.setMaxRows(MAX_DELETED);
            query.setString(1, group);
            query.setLong(2, -KEPT.toMillis());
            try (ResultSet rows = query.executeQuery()) {
                List<String> members = new ArrayList<>();
                while (rows.next()) {
                    members.add(rows.getString(1));
                }
                return members;
            }
        }
    }
}
