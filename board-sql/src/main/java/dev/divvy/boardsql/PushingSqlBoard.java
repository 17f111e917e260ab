package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A board in a database that notifies of changes, with the commit that makes them. */
final class PushingSqlBoard extends SqlBoard implements PushingBoard {

    private final Notifications notifications;
    private final String channel;

    /** The last card of each member of this process, by member id: most pulses change nothing but the beat. */
    private final Map<String, Card> lastCards = new ConcurrentHashMap<>();

    PushingSqlBoard(
            String group,
            BoardSqlExecutor database,
            BoardStatements sql,
            FencedCommit fencedCommit,
            SqlBoardSettings settings,
            Notifications notifications) {
        super(group, database, sql, fencedCommit, settings);
        this.notifications = notifications;
        this.channel = Notifications.channel(settings.names(), "board");
    }

    /** Ignores the acknowledged epoch: its change was notified with the update of the fence. */
    @Override
    void cardRenewed(Connection connection, Card card) throws SQLException {
        Card before = lastCards.get(card.incarnation().member());
        if (before == null || !card.withAcknowledged(before.acknowledged()).equalsIgnoringBeat(before)) {
            boardChanged(connection);
        }
        lastCards.put(card.incarnation().member(), card);
    }

    @Override
    void boardChanged(Connection connection) throws SQLException {
        Notifications.send(connection, channel, group());
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return notifications.listen(channel, group(), changed);
    }
}
