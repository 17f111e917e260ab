package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Notifications by the database, with PostgreSQL's LISTEN and NOTIFY. While there are listeners, one connection serves all of them. When it
 * is lost, another one is opened and all listeners are called, because a notification may have been missed.
 */
public final class Notifications implements AutoCloseable {

    private static final int MAX_CHANNEL_LENGTH = 63;

    /** The name that stands for all topics of a channel. */
    private static final String ALL = "";

    /** A topic on one channel. */
    record Topic(String channel, String name) {

        /** Returns whether a listener of the other topic is called for this one. */
        boolean isHeardBy(Topic other) {
            return channel.equals(other.channel) && (name.equals(other.name) || other.name.equals(ALL));
        }
    }

    private final DataSource source;
    private final boolean supported;
    private final ChangeListeners<Topic> listeners = new ChangeListeners<>();

    /** Written under the lock of this object only. */
    private @Nullable NotificationLoop loop;

    /** Written under the lock of this object only. */
    private boolean closed;

    /** @param supported whether the database supports notifications: PostgreSQL does */
    public Notifications(DataSource source, boolean supported) {
        this.source = source;
        this.supported = supported && NotificationLoop.isDriverPresent();
    }

    /** Returns whether database and driver support notifications. */
    public boolean isSupported() {
        return supported;
    }

    /** Returns whether notifications arrive at this moment; if not, listeners have to poll. */
    public synchronized boolean isListening() {
        return loop != null && loop.isListening();
    }

    /** Returns the name of a channel, different for each set of tables. */
    public static String channel(TableNames names, String name) {
        String channel = names.table(name).replace('.', '_').toLowerCase(Locale.ROOT);
        return channel.length() <= MAX_CHANNEL_LENGTH ? channel : "divvy_" + Integer.toHexString(channel.hashCode());
    }

    /** Sends a notification of a topic; it is delivered when the transaction of this connection commits. */
    public static void send(Connection connection, String channel, String topic) throws SQLException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            notify.setString(1, channel);
            notify.setString(2, topic);
            notify.execute();
        }
    }

    /**
     * Calls {@code changed} soon after a notification of the topic, and whenever one may have been missed: also once when listening begins.
     * Returns at once, whether the database is up or not. {@code changed} is called on another thread and must not block.
     */
    public Subscription listen(String channel, String topic, Runnable changed) {
        return listen(new Topic(channel, topic), unused -> changed.run());
    }

    /**
     * Calls {@code notified} with each topic of the channel, and with an empty one whenever any may have been missed; otherwise as
     * {@link #listen(String, String, Runnable)}.
     */
    public Subscription listen(String channel, Consumer<String> notified) {
        return listen(new Topic(channel, ALL), topic -> notified.accept(topic.name()));
    }

    private synchronized Subscription listen(Topic topic, Consumer<Topic> notified) {
        if (!supported || closed) {
            return () -> {};
        }
        Subscription subscription = listeners.add(topic, notified);
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

    /** Stops listening. No listener is called after that, and new ones never are. */
    @Override
    public synchronized void close() {
        closed = true;
        end();
    }
}
