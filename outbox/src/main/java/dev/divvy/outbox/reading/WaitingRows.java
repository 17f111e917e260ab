package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.outbox.table.EventRow;
import dev.divvy.outbox.table.RowChange;
import dev.divvy.outbox.table.WaitingStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the tokens held that wait and are therefore not read: makes those pending whose time has come, and knows whether there may be
 * any. While there are none, pages are read without looking for them. Used by the poller only.
 *
 * <p>It relies on the fence: only the owner of a token makes its events wait. What this processor wrote itself is known from the queues.
 */
final class WaitingRows {

    /** The minimum interval between two looks for events that are due. */
    private static final long MIN_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The interval of looks that are not known to find anything: for changes by hand. */
    private static final long IDLE_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The longest interval of looks while an event is due whose row another transaction has locked. */
    private static final long LOCKED_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MAX_ATTEMPTS = 8;
    private static final int PER_STATEMENT = 500;

    /** At most so many become pending per scan, because the order of those that are due is that of their times. */
    private static final int PER_SCAN = 2_000;

    private final ProcessorContext context;
    private final QueueRouting routing;
    private final Parking parking;

    private @Nullable HeldTokens held;
    private boolean mayExist = true;
    private long lastLook = System.nanoTime() - IDLE_INTERVAL_NANOS;
    private long nextLook = System.nanoTime();

    /** The number of rows, from the earliest on, that are due and were found locked: the next look goes on after them. */
    private int locked;

    /** The number of rows given back that the last look knew of: any row given back since may wait. */
    private long givenBack;

    WaitingRows(ProcessorContext context, QueueRouting routing, Parking parking) {
        this.context = context;
        this.routing = routing;
        this.parking = parking;
    }

    /**
     * Begins a read; returns whether a row of the tokens held may wait. One that fails from then on need not be found in the table: its queue
     * has the later rows of its entity wait until the next read.
     */
    boolean beginRead() {
        return routing.beginRead() != givenBack || mayExist;
    }

    /** Makes rows pending whose time has come. To be called before a scan. */
    void beginScan(HeldTokens now) throws SQLException {
        if (!now.equals(held)) {
            held = now;
            locked = 0;
            mayExist = true;
            nextLook = System.nanoTime();
        }
        if (nanosToNext() == 0 && !now.ranges().isEmpty()) {
            look(now.ranges());
        }
    }

    private void look(List<HashRange> ranges) throws SQLException {
        long seen = routing.givenBack();
        try {
            boolean more = makePending(ranges);
            int skip = locked;
            OptionalLong next = more
                    ? OptionalLong.of(0)
                    : query((table, connection) -> table.millisToNext(connection, ranges, skip));
            mayExist = next.isPresent() || skip > 0 || query((table, connection) -> table.any(connection, ranges));
            lookNext(next, !more && skip > 0 ? LOCKED_INTERVAL_NANOS : IDLE_INTERVAL_NANOS);
            locked = more ? locked : 0;
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) != SqlErrorKind.LOCKED) {
                throw e;
            }
            // The whole table is locked, perhaps against changes only: what is pending may still be read.
            mayExist = true;
            lookNext(OptionalLong.empty(), LOCKED_INTERVAL_NANOS);
        }
        givenBack = seen;
    }

    private void lookNext(OptionalLong millisToNext, long longest) {
        lastLook = System.nanoTime();
        long wait = Math.min(millisToNext.orElse(Long.MAX_VALUE), TimeUnit.NANOSECONDS.toMillis(longest));
        nextLook = lastLook + Math.max(MIN_INTERVAL_NANOS, TimeUnit.MILLISECONDS.toNanos(wait));
    }

    private boolean makePending(List<HashRange> ranges) throws SQLException {
        int found = PER_STATEMENT;
        for (int all = 0; all < PER_SCAN && found == PER_STATEMENT && !context.isClosing(); all += found) {
            int skip = locked;
            RowChange change =
                    query((table, connection) -> table.makeDuePending(connection, ranges, skip, PER_STATEMENT));
            context.counters().read(change.changed());
            locked += change.locked();
            found = change.found();
        }
        return found == PER_STATEMENT;
    }

    private interface Query<T> {
        T on(WaitingStatements table, Connection connection) throws SQLException;
    }

    private <T> T query(Query<T> query) throws SQLException {
        return SqlRetry.times(MAX_ATTEMPTS)
                .on(SqlErrorKind.ROLLED_BACK)
                .counting(context.counters()::retriedOnce)
                .call(() -> context.onConnection(
                        connection -> query.on(context.table().waiting(), connection)));
    }

    /** Returns the nanoseconds until the next look. */
    long nanosToNext() {
        if (routing.givenBack() != givenBack) {
            lookIn(lastLook + MIN_INTERVAL_NANOS - System.nanoTime());
        }
        return Math.max(0, nextLook - System.nanoTime());
    }

    private void lookIn(long nanos) {
        long time = System.nanoTime() + Math.min(nanos, IDLE_INTERVAL_NANOS);
        if (time - nextLook < 0) {
            nextLook = time;
        }
    }

    /**
     * Makes rows of a page wait, so that no later page shows them. Rows of a hash in use are left for a later page: a row of their entity may
     * just be completed, and would not release them.
     *
     * @return the number of rows that wait now
     */
    int park(List<EventRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return 0;
        }
        Set<Integer> inUse = routing.hashesNotToPark();
        List<EventRow> notDue = new ArrayList<>();
        List<EventRow> behind = new ArrayList<>();
        for (EventRow row : rows) {
            if (!inUse.contains(row.hash())) {
                (row.due() ? behind : notDue).add(row);
            }
        }
        if (notDue.isEmpty() && behind.isEmpty()) {
            return 0;
        }
        mayExist = true;
        for (EventRow row : notDue) {
            lookIn(TimeUnit.MILLISECONDS.toNanos(row.dueIn()));
        }
        return parking.park(notDue, behind);
    }
}
