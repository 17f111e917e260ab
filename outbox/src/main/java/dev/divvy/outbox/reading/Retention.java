package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes completed events that were kept long enough. The oldest have the lowest ids, so it walks along the primary key until it meets a
 * stretch in which nothing is old, and needs no index of its own. A second walk, a slow one, goes through all of the table: an old event
 * may have been completed late. Each processor deletes what is of its own tokens. Used by the poller.
 *
 * <p>Where none are kept, those that an earlier setting kept are deleted; they are looked for rarely, along the index.
 */
final class Retention {

    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration RARELY = Duration.ofMinutes(1);
    private static final long START = Long.MIN_VALUE;
    private static final int MOST_STRETCHES = 20;

    private final ProcessorContext context;
    private final int stretch;
    private long last = System.nanoTime() - RARELY.toNanos();

    /** After which id the walk goes on that ends where nothing is old. */
    private long near = START;

    /** And the one that does not. */
    private long far = START;

    /** What was looked through for events that others kept; null while there may be more. */
    private @Nullable HeldTokens cleared;

    Retention(ProcessorContext context, int stretch) {
        this.context = context;
        this.stretch = stretch;
    }

    void deleteOld(HeldTokens held) throws SQLException {
        Duration keep = context.settings().keepDone().orElse(null);
        boolean rarely = keep == null && held.equals(cleared);
        if (System.nanoTime() - last >= (rarely ? RARELY : INTERVAL).toNanos()) {
            last = System.nanoTime();
            deleteOldNow(held, keep);
        }
    }

    void deleteOldNow(HeldTokens held, @Nullable Duration keep) throws SQLException {
        if (keep != null) {
            context.onConnection(connection -> walk(connection, held, keep));
        } else {
            cleared = context.onConnection(connection -> clear(connection, held)) ? held : null;
        }
    }

    /** What one step of a walk has met. */
    private record Step(long next, boolean hasOld, boolean hasFresh) {

        boolean atEnd() {
            return next == START;
        }
    }

    private boolean walk(Connection connection, HeldTokens held, Duration keep) throws SQLException {
        boolean goesOn = true;
        for (int i = 0; i < MOST_STRETCHES && goesOn && !context.isClosing(); i++) {
            Step step = step(connection, near, held, keep);
            goesOn = !step.atEnd() && (step.hasOld() || !step.hasFresh());
            near = goesOn ? step.next() : START;
        }
        goesOn = true;
        for (int i = 0; i < MOST_STRETCHES && goesOn && !context.isClosing(); i++) {
            Step step = step(connection, far, held, keep);
            goesOn = !step.atEnd() && step.hasOld();
            far = step.next();
        }
        return true;
    }

    private Step step(Connection connection, long after, HeldTokens held, Duration keep) throws SQLException {
        List<EventTable.Kept> rows = context.table().kept(connection, after, stretch);
        List<EventTable.Kept> old =
                rows.stream().filter(row -> row.doneFor() > keep.toMillis()).toList();
        List<Long> own = old.stream()
                .filter(row -> held.has(row.hash()))
                .map(EventTable.Kept::id)
                .toList();
        context.table().forget(connection, own);
        boolean fresh = rows.stream().anyMatch(row -> row.doneFor() >= 0 && row.doneFor() <= keep.toMillis());
        return new Step(
                rows.size() < stretch ? START : rows.get(rows.size() - 1).id(), !old.isEmpty(), fresh);
    }

    /** Answers whether nothing is left. */
    private boolean clear(Connection connection, HeldTokens held) throws SQLException {
        int stretches = 0;
        for (HashRange range : held.ranges()) {
            List<Long> ids;
            do {
                if (stretches == MOST_STRETCHES || context.isClosing()) {
                    return false;
                }
                ids = context.table().done(connection, range, stretch);
                context.table().forget(connection, ids);
                stretches += ids.isEmpty() ? 0 : 1;
            } while (ids.size() == stretch);
        }
        return true;
    }
}
