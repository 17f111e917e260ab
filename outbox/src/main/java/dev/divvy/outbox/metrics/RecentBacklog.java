package dev.divvy.outbox.metrics;

import dev.divvy.outbox.event.Backlog;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The backlog of the last five seconds, so that several gauges, and impatient scrapers, cost one query. */
final class RecentBacklog {

    private static final Logger LOG = LoggerFactory.getLogger(RecentBacklog.class);
    private static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Counts the events in the table. */
    @FunctionalInterface
    interface Query {
        Backlog run() throws SQLException;
    }

    private final Query query;

    /** Guarded by this object, as the time is. */
    private Optional<Backlog> last = Optional.empty();

    private long askedAt = System.nanoTime() - VALID_NANOS;

    RecentBacklog(Query query) {
        this.query = query;
    }

    /** Returns the backlog; empty if the database did not answer. */
    synchronized Optional<Backlog> get() {
        long now = System.nanoTime();
        if (now - askedAt >= VALID_NANOS) {
            try {
                last = Optional.of(query.run());
            } catch (SQLException e) {
                LOG.debug("the backlog of the outbox could not be read: {}", e.getMessage());
                last = Optional.empty();
            }
            askedAt = System.nanoTime();
        }
        return last;
    }
}
