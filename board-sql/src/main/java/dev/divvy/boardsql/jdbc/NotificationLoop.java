package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.coordination.support.DaemonThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that listens, with its connection. The only class that needs the PostgreSQL driver, which may be absent. */
final class NotificationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(NotificationLoop.class);
    private static final int POLL_MILLIS = 250;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(4));

    /** How long silence is trusted before a ping: a connection whose other end is gone is silent too. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Duration NETWORK_TIMEOUT = Duration.ofSeconds(5);

    private final DataSource source;
    private final ChangeListeners<Notifications.Topic> listeners;
    private final Thread thread = DaemonThreads.unstarted("divvy-notifications", this::run);

    /** The channels that are subscribed to. Used only by this thread. */
    private final Set<String> listening = new HashSet<>();

    /** The number of consecutive failures. Used only by this thread. */
    private int failures;

    private volatile boolean ended;
    private volatile boolean isListening;

    NotificationLoop(DataSource source, ChangeListeners<Notifications.Topic> listeners) {
        this.source = source;
        this.listeners = listeners;
    }

    static boolean isDriverPresent() {
        try {
            Class.forName("org.postgresql.PGConnection");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    boolean isListening() {
        return isListening;
    }

    void start() {
        thread.start();
    }

    void end() {
        ended = true;
        thread.interrupt();
    }

    private void run() {
        while (!ended) {
            try {
                listenOnConnection();
            } catch (SQLException | RuntimeException e) {
                if (!ended) {
                    failures++;
                    logFailure(e);
                    pause();
                }
            }
        }
    }

    /** Warns once per series of failures: meanwhile listeners have to poll, which is slower. */
    private void logFailure(Exception error) {
        if (failures == 1) {
            LOG.warn("cannot listen for notifications of the database; retrying: {}", error.toString());
        } else {
            LOG.debug("cannot listen for notifications of the database, failure {} in a row", failures, error);
        }
    }

    /** Returns the connection to the application's pool only in its original state; aborts it otherwise. */
    private void listenOnConnection() throws SQLException {
        BorrowedConnection borrowed = BorrowedConnection.from(source).withNetworkTimeout(NETWORK_TIMEOUT);
        try {
            listen(borrowed.connection());
            unlisten(borrowed.connection());
        } catch (SQLException | RuntimeException | Error e) {
            borrowed.abort();
            throw e;
        } finally {
            isListening = false;
            listening.clear();
            borrowed.close();
        }
    }

    private void listen(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(PGConnection.class)) {
            LOG.warn(
                    "connections of this DataSource do not support notifications; changes are seen only by polling: {}",
                    connection.getClass().getName());
            ended = true;
            return;
        }
        PGConnection postgres = connection.unwrap(PGConnection.class);
        long lastHeard = System.nanoTime();
        while (!ended) {
            for (Notifications.Topic topic : listeners.topics()) {
                subscribe(connection, topic.channel());
            }
            isListening = true;
            failures = 0;
            PGNotification[] notifications = postgres.getNotifications(POLL_MILLIS);
            if (notifications != null && notifications.length > 0) {
                lastHeard = System.nanoTime();
                for (PGNotification notification : notifications) {
                    notified(new Notifications.Topic(notification.getName(), notification.getParameter()));
                }
            } else if (System.nanoTime() - lastHeard > SILENCE_NANOS) {
                ping(connection);
                lastHeard = System.nanoTime();
            }
        }
    }

    private void subscribe(Connection connection, String channel) throws SQLException {
        if (listening.contains(channel)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        listening.add(channel);
        // Notifications that were sent before may have been missed.
        listeners.changedWhere(topic -> topic.channel().equals(channel));
    }

    private void notified(Notifications.Topic topic) {
        listeners.changed(topic, topic::isHeardBy);
    }

    private static void ping(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private static void unlisten(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UNLISTEN *");
        }
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(BACKOFF.nanosAfter(failures));
        } catch (InterruptedException e) {
            // end() interrupts; the loop checks for it.
        }
    }
}
