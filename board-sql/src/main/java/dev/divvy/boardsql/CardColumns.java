package dev.divvy.boardsql;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Reads and writes a card as columns of a row. */
final class CardColumns {

    private CardColumns() {}

    /** Reads a card from consecutive columns, beginning with {@code first}. */
    static Card read(ResultSet row, int first) throws SQLException {
        Member member = new Member(
                new Incarnation(row.getString(first + 1), row.getLong(first + 2)),
                Optional.ofNullable(row.getString(first + 6)),
                row.getInt(first + 5),
                Optional.of(row.getString(first + 12))
                        .filter(text -> !text.isEmpty())
                        .map(Runs::parse));
        return new Card(
                member,
                row.getLong(first + 3),
                row.getLong(first),
                row.getLong(first + 9),
                CardState.valueOf(row.getString(first + 4)),
                row.getString(first + 7),
                Duration.ofNanos(row.getLong(first + 8)),
                Abilities.parse(row.getInt(first + 10), row.getString(first + 11)));
    }

    /** Sets the columns that a pulse renews and the key of the row; returns the index of the next parameter. */
    static int write(PreparedStatement statement, String group, Card card) throws SQLException {
        statement.setLong(1, card.beat());
        statement.setString(2, card.state().name());
        statement.setInt(3, card.member().weight());
        statement.setString(4, card.member().zone().orElse(null));
        statement.setString(5, card.address());
        statement.setLong(6, card.timeToLive().toNanos());
        statement.setLong(7, card.timeToLive().toMillis());
        statement.setInt(8, card.abilities().version());
        statement.setString(9, card.abilities().text());
        statement.setString(10, card.member().restriction().map(Runs::toString).orElse(""));
        statement.setString(11, group);
        statement.setString(12, card.incarnation().member());
        statement.setLong(13, card.incarnation().number());
        return 14;
    }
}
