package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A board in a database that tells of changes: they are told with the commit that makes them. */
final class PushingSqlBoard extends SqlBoard implements PushingBoard {

    private final Notifications notifications;
    private final String channel;

    /** What each member of this process said last, by its id: most pulses say nothing new. */
    private final Map<String, Card> said = new ConcurrentHashMap<>();

    PushingSqlBoard(
            String group,
            BoardDatabase database,
            BoardStatements sql,
            FencedCommit commits,
            SqlBoardSettings settings,
            Notifications notifications) {
        super(group, database, sql, commits, settings);
        this.notifications = notifications;
        this.channel = Notifications.channel(settings.names(), "board");
    }

    /** What is acknowledged was told already, with the row that says so. */
    @Override
    void renewed(Connection connection, Card card) throws SQLException {
        Card before = said.get(card.life().member());
        if (before == null || !card.withAcknowledged(before.acknowledged()).saysTheSameAs(before)) {
            changed(connection);
        }
        said.put(card.life().member(), card);
    }

    @Override
    void changed(Connection connection) throws SQLException {
        Notifications.send(connection, channel, group());
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return notifications.listen(channel, group(), changed);
    }
}
