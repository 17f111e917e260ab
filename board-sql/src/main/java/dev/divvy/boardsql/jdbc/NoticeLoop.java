package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that listens, and its connection. The only class that needs the driver, and only where it is there. */
final class NoticeLoop extends Thread {

    interface Told {
        void tell(@Nullable String channel, String topic);
    }

    private static final Logger LOG = LoggerFactory.getLogger(NoticeLoop.class);
    private static final int LOOK_MILLIS = 250;
    private static final long RETRY_MILLIS = 500;
    private static final long PATIENCE_MILLIS = 2000;

    private final DataSource source;
    private final Supplier<List<String>> wanted;
    private final Told told;

    /** The channels that are listened to; guarded by itself. */
    private final Set<String> listening = new HashSet<>();

    private volatile boolean ended;
    private volatile boolean hears;

    NoticeLoop(DataSource source, Supplier<List<String>> wanted, Told told) {
        super("divvy-notices");
        setDaemon(true);
        this.source = source;
        this.wanted = wanted;
        this.told = told;
    }

    static boolean driverIsThere() {
        try {
            Class.forName("org.postgresql.PGConnection");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    boolean hears() {
        return hears;
    }

    void end() {
        ended = true;
        interrupt();
    }

    /** Waits a little until this channel is listened to; if the database is away, it is later. */
    void awaitListening(String channel) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        synchronized (listening) {
            while (!listening.contains(channel) && !ended && Thread.currentThread() != this) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return;
                }
                try {
                    listening.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    @Override
    public void run() {
        while (!ended) {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(true);
                PGConnection postgres = connection.unwrap(PGConnection.class);
                try {
                    listen(connection, postgres);
                } finally {
                    deaf();
                    unlisten(connection);
                }
            } catch (SQLException | RuntimeException e) {
                if (!ended) {
                    LOG.debug("listening was interrupted and is tried again: {}", e.toString());
                    pause();
                }
            }
        }
    }

    private void listen(Connection connection, PGConnection postgres) throws SQLException {
        while (!ended) {
            for (String channel : wanted.get()) {
                follow(connection, channel);
            }
            if (!hears) {
                hears = true;
                told.tell(null, "");
            }
            PGNotification[] notices = postgres.getNotifications(LOOK_MILLIS);
            for (PGNotification notice : notices == null ? new PGNotification[0] : notices) {
                told.tell(notice.getName(), notice.getParameter());
            }
        }
    }

    private void follow(Connection connection, String channel) throws SQLException {
        synchronized (listening) {
            if (listening.contains(channel)) {
                return;
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        synchronized (listening) {
            listening.add(channel);
            listening.notifyAll();
        }
    }

    private void deaf() {
        hears = false;
        synchronized (listening) {
            listening.clear();
        }
    }

    /** The connection goes back to the application's pool. */
    private static void unlisten(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UNLISTEN *");
        } catch (SQLException e) {
            LOG.debug("the listening connection is lost: {}", e.toString());
        }
    }

    private void pause() {
        try {
            sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            // Somebody ends the loop; it looks by itself.
        }
    }
}
