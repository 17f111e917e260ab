package dev.divvy.outbox.handling;

import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.WorkerQueue;
import dev.divvy.outbox.table.EventRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of one queue that waits for rows that another transaction has locked, and is tried again every second, without waiting for locks.
 * Outcomes that cannot be written: their events stay handled, and are not handled again while their token is held. Events that were rolled back:
 * they are read and handled again when their rows are no longer locked. The later events of the entities of both wait. And events to be released:
 * the one before is completed.
 */
final class KeptOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(KeptOutcomes.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The number of rows above which no further events are handled. */
    private static final int MAX_KEPT = 10_000;

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final WorkerQueue queue;

    /** The rows of handled events, without their payloads. This and the next fields are guarded by this object. */
    private final List<EventRow> done = new ArrayList<>();

    private final List<FailedAttempt> failures = new ArrayList<>();

    /** The rows of events that were rolled back, without their payloads. */
    private final List<EventRow> locked = new ArrayList<>();

    /** The rows of completed or aborted events behind which the first event could not be released, without their payloads. */
    private final List<EventRow> unreleased = new ArrayList<>();

    private long nextAttempt;

    /** Whether the log says that there are some. */
    private boolean warned;

    KeptOutcomes(ProcessorContext context, CompletionWriter completions, WorkerQueue queue) {
        this.context = context;
        this.completions = completions;
        this.queue = queue;
    }

    /** Keeps outcomes, to be written later. */
    synchronized void add(Collection<EventRow> handled, Collection<FailedAttempt> failed) {
        List<EventRow> rows = Stream.concat(handled.stream(), failed.stream().map(FailedAttempt::row))
                .toList();
        handled.forEach(row -> done.add(withoutPayload(row)));
        failures.addAll(failed);
        queue.keep(rows);
        added(
                rows,
                "{} events have been handled and cannot be completed, because another transaction has locked their rows,"
                        + " such as that of event {}; they are completed when it has ended");
    }

    /** Keeps events that were rolled back, to be handled later. */
    synchronized void addLocked(Collection<EventRow> rows) {
        rows.forEach(row -> locked.add(withoutPayload(row)));
        queue.keep(rows);
        added(
                rows,
                "{} events cannot be completed, because another transaction has locked their rows, such as that of event {};"
                        + " their handling was rolled back, and they are handled again when it has ended");
    }

    /** Keeps rows of completed or aborted events, behind which an event is to be released later. */
    synchronized void addUnreleased(Collection<EventRow> rows) {
        rows.forEach(row -> unreleased.add(withoutPayload(row)));
        added(
                rows,
                "the next events of {} entities cannot be handled, because another transaction has locked their rows, such as that"
                        + " behind event {}; they are handled when it has ended");
    }

    private void added(Collection<EventRow> rows, String warning) {
        if (rows.isEmpty()) {
            return;
        }
        nextAttempt = System.nanoTime() + RETRY_NANOS;
        if (!warned) {
            warned = true;
            LOG.warn(warning, rows.size(), rows.iterator().next().id());
        }
    }

    private static EventRow withoutPayload(EventRow row) {
        return row.withPayload(Payload.EMPTY);
    }

    private int size() {
        return done.size() + failures.size() + locked.size() + unreleased.size();
    }

    /** Returns the time until the rows are to be tried again; the longest when there are none. */
    synchronized long nanosToNext() {
        return size() == 0 ? Long.MAX_VALUE : Math.max(0, nextAttempt - System.nanoTime());
    }

    /** Returns whether there are so many that these must be written first. */
    synchronized boolean isFull() {
        return size() >= MAX_KEPT;
    }

    /**
     * Tries everything again. The outcomes of tokens that are no longer held are left to the next owner.
     *
     * @return whether anything is not kept any more, so that later events can be handled
     */
    boolean retry() throws SQLException {
        int before;
        synchronized (this) {
            before = size();
            nextAttempt = System.nanoTime() + RETRY_NANOS;
        }
        release();
        giveBackUnlocked();
        writeOutcomes();
        synchronized (this) {
            warned = size() > 0;
            return size() < before;
        }
    }

    private void release() throws SQLException {
        List<EventRow> rows = copy(unreleased);
        if (!rows.isEmpty()) {
            List<EventRow> left = completions.release(rows);
            synchronized (this) {
                unreleased.removeAll(rows);
                unreleased.addAll(left);
            }
        }
    }

    /** Gives events back to be read again whose rows are no longer locked: their token may have moved meanwhile. */
    private void giveBackUnlocked() throws SQLException {
        List<EventRow> rows = copy(locked);
        if (rows.isEmpty()) {
            return;
        }
        Set<Long> still = completions.locked(rows);
        context.ownership().progressed();
        List<EventRow> unlocked =
                rows.stream().filter(row -> !still.contains(row.id())).toList();
        synchronized (this) {
            locked.removeAll(unlocked);
        }
        // In this order: between the two, no later event of their entities may be taken.
        queue.giveBack(unlocked);
        queue.keepNoLonger(unlocked);
    }

    private synchronized List<EventRow> copy(List<EventRow> rows) {
        return List.copyOf(rows);
    }

    private void writeOutcomes() throws SQLException {
        List<EventRow> handled;
        List<FailedAttempt> failed;
        synchronized (this) {
            handled = List.copyOf(done);
            failed = List.copyOf(failures);
            done.clear();
            failures.clear();
        }
        List<EventRow> all = Stream.concat(
                        handled.stream(),
                        failed.stream().map(FailedAttempt::row).map(KeptOutcomes::withoutPayload))
                .toList();
        queue.keepNoLonger(all);
        HeldRows rows = new HeldRows(context, all);
        try {
            rows.hold();
            new BatchOutcomes(context, completions, queue, rows, this).writeKept(handled, failed);
        } finally {
            rows.releaseAll(queue::giveBack);
        }
    }
}
