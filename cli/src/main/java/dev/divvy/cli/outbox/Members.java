package dev.divvy.cli.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Who is on the board, as the view for people tells it. Nobody joins to look. */
public final class Members {

    private Members() {}

    /**
     * One row of the view.
     *
     * @param id the name and the incarnation
     * @param pieces as ranges
     * @param acknowledged the epoch up to which it has let go of what it must
     * @param expiresIn negative when it has been silent for too long
     */
    public record One(
            String group,
            String id,
            String name,
            String state,
            String pieces,
            int assigned,
            int total,
            long acknowledged,
            Duration expiresIn) {

        /** It has been silent for so long that the others take over. */
        public boolean isSilent() {
            return expiresIn.isNegative();
        }

        public String shownState() {
            return isSilent() ? "silent" : state;
        }
    }

    /** The members of the outbox's group, and of those that were given fixed pieces of it. */
    public static List<One> of(Connection connection, Outbox outbox) throws SQLException {
        String sql = "SELECT group_name, id, name, state, pieces, assigned, total, acknowledged, "
                + millisLeft(outbox.boards().databaseKind()) + " FROM "
                + outbox.settings().boardTable("member")
                + " WHERE group_name = ? OR group_name LIKE ? ESCAPE '!' ORDER BY group_name, name";
        String group = outbox.settings().group();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, group);
            query.setString(2, group.replaceAll("([!%_])", "!$1") + " pieces %");
            List<One> members = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    members.add(new One(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4).toLowerCase(Locale.ROOT),
                            Ranges.of(row.getString(5)),
                            row.getInt(6),
                            row.getInt(7),
                            row.getLong(8),
                            Duration.ofMillis(row.getLong(9))));
                }
            }
            return members;
        }
    }

    private static String millisLeft(DatabaseKind product) {
        return switch (product) {
            case POSTGRESQL -> "CAST(EXTRACT(EPOCH FROM expires_at - clock_timestamp()) * 1000 AS BIGINT)";
            case MARIADB, MYSQL -> "TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), expires_at) DIV 1000";
            case H2 -> "DATEDIFF('MILLISECOND', CURRENT_TIMESTAMP, expires_at)";
        };
    }
}
