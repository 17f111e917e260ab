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

/** The thread that listens, and its connection. The only class that needs the PostgreSQL driver, which may be missing. */
final class NotificationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(NotificationLoop.class);
    private static final int LOOK_MILLIS = 250;
    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(4));

    /** How long silence is believed: a connection whose other end is gone is silent too. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final DataSource source;
    private final ChangeListeners<Notifications.Topic> listeners;
    private final Thread thread = DaemonThreads.unstarted("divvy-notifications", this::run);

    /** The channels that are listened to. This thread's own. */
    private final Set<String> listening = new HashSet<>();

    /** How often in a row it failed. This thread's own. */
    private int failures;

    private volatile boolean ended;
    private volatile boolean isListening;

    NotificationLoop(DataSource source, ChangeListeners<Notifications.Topic> listeners) {
        this.source = source;
        this.listeners = listeners;
    }

    static boolean driverIsThere() {
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
                listenOnAConnection();
            } catch (SQLException | RuntimeException e) {
                if (!ended) {
                    failures++;
                    tell(e);
                    pause();
                }
            }
        }
    }

    /** Once for each row of failures: listeners have to look by themselves meanwhile, and that is slower. */
    private void tell(Exception error) {
        if (failures == 1) {
            LOG.warn("the database cannot be listened to now; it is tried again and again: {}", error.toString());
        } else {
            LOG.debug("the database cannot be listened to, for the {}. time", failures, error);
        }
    }

    /** The connection goes back to the application's pool only as it came; else it is ended. */
    private void listenOnAConnection() throws SQLException {
        BorrowedConnection borrowed = BorrowedConnection.from(source).answersWithin(ANSWER);
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
                    "the connections of this DataSource do not hear notifications: {}",
                    connection.getClass().getName());
            ended = true;
            return;
        }
        PGConnection postgres = connection.unwrap(PGConnection.class);
        long heard = System.nanoTime();
        while (!ended) {
            for (Notifications.Topic topic : listeners.topics()) {
                follow(connection, topic.channel());
            }
            isListening = true;
            failures = 0;
            PGNotification[] notices = postgres.getNotifications(LOOK_MILLIS);
            if (notices != null && notices.length > 0) {
                heard = System.nanoTime();
                for (PGNotification notice : notices) {
                    listeners.changed(new Notifications.Topic(notice.getName(), notice.getParameter()));
                }
            } else if (System.nanoTime() - heard > SILENCE_NANOS) {
                ask(connection);
                heard = System.nanoTime();
            }
        }
    }

    private void follow(Connection connection, String channel) throws SQLException {
        if (listening.contains(channel)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        listening.add(channel);
        // What was sent before may have been missed.
        listeners.changedWhere(topic -> topic.channel().equals(channel));
    }

    private static void ask(Connection connection) throws SQLException {
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
            TimeUnit.NANOSECONDS.sleep(AFTER_FAILURES.nanosAfter(failures));
        } catch (InterruptedException e) {
            // The loop is ended; it looks by itself.
        }
    }
}
