package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Notifications by the database, with PostgreSQL's LISTEN and NOTIFY. One connection listens for all, while there are listeners; when it is
 * lost another one is opened, and all listeners are told that something may have happened meanwhile.
 */
public final class Notifications implements AutoCloseable {

    private static final int LONGEST_CHANNEL = 63;

    /** A topic on one channel. */
    record Topic(String channel, String name) {}

    private final DataSource source;
    private final boolean supported;
    private final ChangeListeners<Topic> listeners = new ChangeListeners<>();

    /** Written under the lock of this object only. */
    private @Nullable NotificationLoop loop;

    /** Written under the lock of this object only. */
    private boolean closed;

    /** @param supported whether the database can notify: PostgreSQL can */
    public Notifications(DataSource source, boolean supported) {
        this.source = source;
        this.supported = supported && NotificationLoop.driverIsThere();
    }

    /** Returns whether this database notifies, through a driver that hears it. */
    public boolean isSupported() {
        return supported;
    }

    /** Returns whether notifications are heard at this moment: if not, listeners have to look by themselves. */
    public synchronized boolean isListening() {
        return loop != null && loop.isListening();
    }

    /** Returns a channel of its own for each set of tables. */
    public static String channel(TableNames names, String name) {
        String channel = names.table(name).replace('.', '_').toLowerCase(Locale.ROOT);
        return channel.length() <= LONGEST_CHANNEL ? channel : "divvy_" + Integer.toHexString(channel.hashCode());
    }

    /** Notifies of a topic with the commit of the transaction that this connection is in. */
    public static void send(Connection connection, String channel, String topic) throws SQLException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            notify.setString(1, channel);
            notify.setString(2, topic);
            notify.execute();
        }
    }

    /**
     * Calls {@code changed} soon after a notification of the topic, and whenever one may have been missed: also once when listening has begun.
     * Returns at once, whether the database is up or not; {@code changed} is called on another thread and must not block.
     */
    public synchronized Subscription listen(String channel, String topic, Runnable changed) {
        if (!supported || closed) {
            return () -> {};
        }
        Subscription subscription = listeners.add(new Topic(channel, topic), changed);
        if (loop == null) {
            loop = new NotificationLoop(source, listeners);
            loop.start();
        }
        return () -> {
            subscription.close();
            endIfUnused();
        };
    }

    private synchronized void endIfUnused() {
        if (listeners.isEmpty()) {
            end();
        }
    }

    private void end() {
        if (loop != null) {
            loop.end();
            loop = null;
        }
    }

    /** No listener is called after that, and new ones hear nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        end();
    }
}
