package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.SqlBoards;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.coordination.Subscription;
import java.sql.Connection;
import java.sql.SQLException;

/** Notifies other processes of a change if the database supports it; otherwise readers poll. */
record ChangeChannel(SqlBoards boards, String channel, String topic) {

    /** Sends a notification that is delivered when this connection's transaction commits. */
    void changed(Connection connection) throws SQLException {
        if (boards.notifies()) {
            Notifications.send(connection, channel, topic);
        }
    }

    Subscription listen(Runnable changed) {
        return boards.listen(channel, topic, changed);
    }
}
