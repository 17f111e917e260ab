package dev.divvy.boardsql;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Units;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Writes the pieces of each member as text, for people. */
final class MemberShareReport {

    private static final int MAX_LENGTH = 4000;

    private MemberShareReport() {}

    static void write(Connection connection, BoardStatements sql, String group, Allocation allocation)
            throws SQLException {
        try (PreparedStatement clear = connection.prepareStatement(sql.deleteShares)) {
            clear.setString(1, group);
            clear.executeUpdate();
        }
        if (allocation.roster().size() == 0) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(sql.insertShare)) {
            for (Member member : allocation.roster().members()) {
                Runs runs = allocation.piecesOf(member.id());
                insert.setString(1, group);
                insert.setString(2, member.id());
                insert.setString(3, text(allocation.pieces(), runs));
                insert.setInt(4, runs.count());
                insert.setInt(5, allocation.pieces().count());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Returns units by name, tokens as ranges of their numbers. */
    static String text(Pieces pieces, Runs runs) {
        String whole = pieces instanceof Units
                ? Arrays.stream(runs.pieces()).mapToObj(pieces::name).collect(Collectors.joining(", "))
                : runs.toString();
        return whole.length() <= MAX_LENGTH ? whole : whole.substring(0, MAX_LENGTH - 3) + "...";
    }
}
