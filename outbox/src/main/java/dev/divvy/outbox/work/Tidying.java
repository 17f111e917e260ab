package dev.divvy.outbox.work;

import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Deletes completed events that were kept long enough. The oldest have the lowest ids, so it walks along the primary key until it meets a
 * stretch in which nothing is old, and needs no index of its own. Each processor deletes what is of its own tokens. Used by the reader.
 */
final class Tidying {

    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final int STRETCH = 1000;
    private static final int MOST_STRETCHES = 20;

    private final Source source;
    private long last = System.nanoTime() - INTERVAL.toNanos();

    Tidying(Source source) {
        this.source = source;
    }

    void tidy(Reach reach) throws SQLException {
        Duration keep = source.how().keepDone().orElse(null);
        if (keep == null || System.nanoTime() - last < INTERVAL.toNanos()) {
            return;
        }
        last = System.nanoTime();
        source.ask(connection -> {
            walk(connection, reach, keep);
            return true;
        });
    }

    private void walk(Connection connection, Reach reach, Duration keep) throws SQLException {
        long id = Long.MIN_VALUE;
        for (int i = 0; i < MOST_STRETCHES && !source.ending().getAsBoolean(); i++) {
            List<EventTable.Kept> stretch = source.table().kept(connection, id, STRETCH);
            List<EventTable.Kept> old = stretch.stream()
                    .filter(row -> row.doneFor() > keep.toMillis())
                    .toList();
            source.table()
                    .forget(
                            connection,
                            old.stream()
                                    .filter(row -> reach.has(row.hash()))
                                    .map(EventTable.Kept::id)
                                    .toList());
            if (stretch.size() < STRETCH || (old.isEmpty() && hasDone(stretch))) {
                return;
            }
            id = stretch.get(stretch.size() - 1).id();
        }
    }

    private static boolean hasDone(List<EventTable.Kept> stretch) {
        return stretch.stream().anyMatch(row -> row.doneFor() >= 0);
    }
}
