package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.SqlBoards;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.coordination.Subscription;
import java.sql.Connection;
import java.sql.SQLException;

/** Tells other processes of a change where the database can; elsewhere nobody hears anything, and whoever wants to know looks. */
record Bell(SqlBoards boards, String channel, String topic) {

    /** With the commit of the transaction that this connection is in. */
    void ring(Connection connection) throws SQLException {
        if (boards.notifies()) {
            Notifications.send(connection, channel, topic);
        }
    }

    Subscription listen(Runnable changed) {
        return boards.listen(channel, topic, changed);
    }
}
