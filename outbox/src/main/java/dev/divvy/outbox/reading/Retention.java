package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes completed events that were kept long enough. The oldest have the lowest ids, so it walks along the primary key until it reaches a
 * page whose completed events are all recent, and needs no index of its own. A second, slow walk goes through the whole table, because an event
 * with a low id may have been completed late. Each processor deletes the events of its own tokens. Used by the poller.
 *
 * <p>Where none are kept, events that an earlier setting kept are deleted. They are looked for rarely, through the index.
 */
final class Retention {

    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration IDLE_INTERVAL = Duration.ofMinutes(1);
    private static final long START = Long.MIN_VALUE;
    private static final int MAX_PAGES = 20;

    private final ProcessorContext context;
    private final int pageSize;
    private long last = System.nanoTime() - IDLE_INTERVAL.toNanos();

    /** The id after which the walk that ends at recent events goes on. */
    private long near = START;

    /** The id after which the walk through the whole table goes on. */
    private long far = START;

    /** The tokens that were searched for events that an earlier setting kept; null while there may be more. */
    private @Nullable HeldTokens cleared;

    Retention(ProcessorContext context, int pageSize) {
        this.context = context;
        this.pageSize = pageSize;
    }

    void deleteOld(HeldTokens held) throws SQLException {
        Duration keep = context.settings().keepDone().orElse(null);
        boolean rarely = keep == null && held.equals(cleared);
        if (System.nanoTime() - last >= (rarely ? IDLE_INTERVAL : INTERVAL).toNanos()) {
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

    /** One page of a walk: where the next one starts, and the kinds of completed events that were found. */
    private record Step(long next, boolean hasOld, boolean hasRecent) {

        boolean atEnd() {
            return next == START;
        }
    }

    private boolean walk(Connection connection, HeldTokens held, Duration keep) throws SQLException {
        boolean more = true;
        for (int i = 0; i < MAX_PAGES && more && !context.isClosing(); i++) {
            Step step = step(connection, near, held, keep);
            more = !step.atEnd() && (step.hasOld() || !step.hasRecent());
            near = more ? step.next() : START;
        }
        more = true;
        for (int i = 0; i < MAX_PAGES && more && !context.isClosing(); i++) {
            Step step = step(connection, far, held, keep);
            more = !step.atEnd() && step.hasOld();
            far = step.next();
        }
        return true;
    }

    private Step step(Connection connection, long after, HeldTokens held, Duration keep) throws SQLException {
        List<EventTable.RowAge> rows = context.table().rowsAfter(connection, after, pageSize);
        List<EventTable.RowAge> old =
                rows.stream().filter(row -> row.doneFor() > keep.toMillis()).toList();
        List<Long> own = old.stream()
                .filter(row -> held.has(row.hash()))
                .map(EventTable.RowAge::id)
                .toList();
        context.table().deleteDone(connection, own);
        boolean recent = rows.stream().anyMatch(row -> row.doneFor() >= 0 && row.doneFor() <= keep.toMillis());
        return new Step(
                rows.size() < pageSize ? START : rows.get(rows.size() - 1).id(), !old.isEmpty(), recent);
    }

    /** Deletes all completed events of the tokens held; returns whether none is left. */
    private boolean clear(Connection connection, HeldTokens held) throws SQLException {
        int pages = 0;
        for (HashRange range : held.ranges()) {
            List<Long> ids;
            do {
                if (pages == MAX_PAGES || context.isClosing()) {
                    return false;
                }
                ids = context.table().doneIds(connection, range, pageSize);
                context.table().deleteDone(connection, ids);
                pages += ids.isEmpty() ? 0 : 1;
            } while (ids.size() == pageSize);
        }
        return true;
    }
}
