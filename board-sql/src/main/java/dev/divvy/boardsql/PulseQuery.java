package dev.divvy.boardsql;

import dev.divvy.coordination.board.Card;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What every pulse does: writes the beat and reads the board. One statement does both where the database has one for that. It may read the
 * board as of the moment before the write, which is as if the answer had taken longer.
 */
final class PulseQuery {

    private final BoardStatements sql;
    private final String group;

    PulseQuery(BoardStatements sql, String group) {
        this.sql = sql;
        this.group = group;
    }

    /** Returns the board after the beat, and whether the beat is new and the card is on the board. */
    BoardQueryResult run(Connection connection, Card card) throws SQLException {
        if (sql.pulse.isPresent()) {
            BoardQueryResult result = atOnce(connection, sql.pulse.get(), card);
            // Where nothing was written, the card may have been removed after that read.
            return result.renewed() ? result.renewedBy(card) : scan(connection);
        }
        boolean renewed = beat(connection, card);
        BoardQueryResult result = scan(connection);
        return renewed ? result.renewedBy(card) : result;
    }

    BoardQueryResult scan(Connection connection) throws SQLException {
        return BoardQueryResult.of(connection, sql.scan, group);
    }

    private BoardQueryResult atOnce(Connection connection, String statement, Card card) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(statement)) {
            int next = writeBeat(query, card);
            query.setString(next, group);
            try (ResultSet rows = query.executeQuery()) {
                return BoardQueryResult.read(rows);
            }
        }
    }

    /** Writes one row; returns whether the beat is new and the card is on the board. */
    private boolean beat(Connection connection, Card card) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.updateBeat)) {
            writeBeat(update, card);
            return update.executeUpdate() == 1;
        }
    }

    /** Returns the index of the next parameter. */
    private int writeBeat(PreparedStatement statement, Card card) throws SQLException {
        int next = CardColumns.write(statement, group, card);
        statement.setLong(next, card.beat());
        return next + 1;
    }
}
