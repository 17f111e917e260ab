package dev.divvy.boardsql;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of one query of a board.
 *
 * @param renewed whether the query also wrote a beat
 * @param version the version of the published allocation; the allocation itself is read only when the caller's version differs
 */
record BoardQueryResult(boolean renewed, String origin, Optional<Version> version, List<Card> cards) {

    static BoardQueryResult of(Connection connection, String statement, String group) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(statement)) {
            query.setString(1, group);
            try (ResultSet rows = query.executeQuery()) {
                return read(rows);
            }
        }
    }

    static BoardQueryResult read(ResultSet rows) throws SQLException {
        boolean renewed = false;
        String origin = "none";
        Optional<Version> version = Optional.empty();
        List<Card> cards = new ArrayList<>();
        while (rows.next()) {
            // H2 may repeat the update for each row of the result.
            renewed |= rows.getInt(1) == 1;
            origin = rows.getString(2);
            String lineage = rows.getString(3);
            if (lineage != null) {
                version = Optional.of(new Version(lineage, rows.getLong(4)));
            }
            if (rows.getString(6) != null) {
                cards.add(CardColumns.read(rows, 5));
            }
        }
        return new BoardQueryResult(renewed, origin, version, List.copyOf(cards));
    }

    /** Returns this result after a pulse that renewed a card. */
    BoardQueryResult renewedBy(Card card) {
        List<Card> next = cards.stream()
                .map(stored -> stored.incarnation().equals(card.incarnation())
                        ? card.withAcknowledged(stored.acknowledged()).withSettled(stored.settled())
                        : stored)
                .toList();
        return new BoardQueryResult(true, origin, version, next);
    }

    Optional<Card> cardOf(Incarnation incarnation) {
        return cards.stream()
                .filter(card -> card.incarnation().equals(incarnation))
                .findAny();
    }

    boolean has(Incarnation incarnation) {
        return cardOf(incarnation).isPresent();
    }

    long epoch() {
        return version.map(Version::epoch).orElse(0L);
    }

    /** Whether a card acknowledges more than the stored one. */
    boolean isAcknowledgedBy(Card card) {
        return card.acknowledged() <= epoch()
                && cardOf(card.incarnation())
                        .filter(stored -> stored.acknowledged() < card.acknowledged())
                        .isPresent();
    }

    /** Whether a card has settled more than the stored one. */
    boolean isSettledBy(Card card) {
        return card.settled() <= epoch()
                && cardOf(card.incarnation())
                        .filter(stored -> stored.settled() < card.settled())
                        .isPresent();
    }
}
