package dev.divvy.cli.up.demo;

import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import java.sql.PreparedStatement;
import java.time.Duration;

/**
 * Ends transactions of the demo's database that are idle for too long. PostgreSQL and MariaDB do so by themselves; H2 would let a process that
 * is paused within a transaction keep the rows that the others need to take over.
 */
final class IdleTransactions implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMillis(1_500);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final String ABORT = "SELECT ABORT_SESSION(session_id) FROM information_schema.sessions"
            + " WHERE contains_uncommitted AND session_state = 'SLEEP' AND session_id <> SESSION_ID()"
            + " AND DATEDIFF(MILLISECOND, sleep_since, CURRENT_TIMESTAMP) > " + LIMIT.toMillis();

    private final OutboxConnection database;
    private final Thread thread;

    IdleTransactions(OutboxConnection database) {
        this.database = database;
        this.thread = DaemonThreads.start("divvy-idle-transactions", this::run);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(INTERVAL.toMillis());
                abort();
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void abort() {
        try {
            database.askOn(connection -> {
                try (PreparedStatement abort = connection.prepareStatement(ABORT)) {
                    return abort.executeQuery().next();
                }
            });
        } catch (Failure busy) {
            // Tried again at the next tick.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
