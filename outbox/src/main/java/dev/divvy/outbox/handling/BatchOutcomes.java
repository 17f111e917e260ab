package dev.divvy.outbox.handling;

import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFailedException;
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

/** Collects the outcomes of the events of one batch and writes them. Used by one thread at a time. */
final class BatchOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(BatchOutcomes.class);

    /** The time after which the outcomes of events that are handled one by one are written. */
    private static final long WRITE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final WorkerQueue queue;
    private final HeldRows rows;
    private final KeptOutcomes kept;
    private final List<EventRow> done = new ArrayList<>();
    private final List<FailedAttempt> failures = new ArrayList<>();
    private long lastWrite = System.nanoTime();
    private int written;

    /** Whether the poller must read again, to find rows that were released or the time of the next attempt. */
    private boolean readAgain;

    BatchOutcomes(
            ProcessorContext context,
            CompletionWriter completions,
            WorkerQueue queue,
            HeldRows rows,
            KeptOutcomes kept) {
        this.context = context;
        this.completions = completions;
        this.queue = queue;
        this.rows = rows;
        this.kept = kept;
    }

    // --- the outcome of an event ---

    /** Records that events were handled. */
    void done(Collection<Event> events) {
        done.addAll(rows.rowsOf(events));
    }

    /** Records a failed attempt, unless no event has failed: then it is left to be handled again, possibly by the next owner. */
    void failed(Event event, Throwable error) {
        if (isNobodysFault(error)) {
            leave(List.of(event));
        } else {
            Throwable cause = error instanceof EventFailedException ? error.getCause() : error;
            hung(event, cause == null ? error : cause);
        }
    }

    /** Records a failed attempt, even when the processor closes. */
    void hung(Event event, Throwable error) {
        EventRow row = rows.rowOf(event);
        failures.add(new FailedAttempt(row, event, error));
        rows.block(row.entity());
    }

    /** Leaves these events pending, and with them the later ones of their entities. */
    void leave(Collection<Event> events) {
        events.forEach(rows::block);
    }

    /** Returns whether no event has failed: the processor closes, or the handler says that its target is unavailable. */
    boolean isNobodysFault(Throwable error) {
        return context.isClosing() || TargetCircuit.unavailable(error) != null;
    }

    // --- writing ---

    /** Writes the outcomes if the last write was some time ago. */
    void writeIfDue() throws SQLException {
        if (System.nanoTime() - lastWrite > WRITE_INTERVAL_NANOS) {
            write();
        }
    }

    /** Writes completions and failures. Those of tokens that are no longer held are left to the next owner, those of locked rows are kept. */
    void write() throws SQLException {
        write(false);
    }

    /** Writes outcomes that were kept: those whose tokens have been held since. */
    void writeKept(List<EventRow> handled, List<FailedAttempt> failed) throws SQLException {
        handled.stream().filter(rows::isHeld).forEach(done::add);
        failed.stream().filter(failure -> rows.isHeld(failure.row())).forEach(failures::add);
        write(true);
    }

    private void write(boolean onlyUnlocked) throws SQLException {
        boolean someLocked = onlyUnlocked;
        while (!done.isEmpty() || !failures.isEmpty()) {
            Set<Hold> involved = rows.holdsOf(done);
            failures.forEach(failure -> involved.add(rows.holdOf(failure.row())));
            try {
                CompletionWriter.Unwritten left = someLocked
                        ? completions.completeUnlocked(done, failures, involved)
                        : completions.complete(done, failures, involved);
                keep(left.locked());
                kept.addUnreleased(left.unreleased());
                outcomesWritten();
            } catch (SQLException e) {
                if (someLocked || SqlErrorKind.of(e) != SqlErrorKind.LOCKED) {
                    throw e;
                }
                someLocked = true;
            } catch (StaleHoldException e) {
                LOG.debug("a completion was refused: {}", e.getMessage());
                if (involved.stream().noneMatch(Hold::released)) {
                    // No single piece was released: the whole member was ejected, or the board lost its memory.
                    done.forEach(row -> rows.block(row.entity()));
                    clear();
                } else {
                    done.removeIf(row -> rows.holdOf(row).released());
                    failures.removeIf(failure -> rows.holdOf(failure.row()).released());
                }
            }
        }
        // Measured from the end of the write: a slow database must not get a transaction per event.
        lastWrite = System.nanoTime();
    }

    /** Keeps the outcomes of these rows, which are handled, though not completed. */
    private void keep(Set<Long> ids) {
        if (ids.isEmpty()) {
            return;
        }
        List<EventRow> handled =
                done.stream().filter(row -> ids.contains(row.id())).toList();
        List<FailedAttempt> failed = failures.stream()
                .filter(failure -> ids.contains(failure.row().id()))
                .toList();
        done.removeAll(handled);
        failures.removeAll(failed);
        kept.add(handled, failed);
        Stream.concat(handled.stream(), failed.stream().map(FailedAttempt::row)).forEach(row -> {
            rows.block(row.entity());
            rows.remove(row);
        });
        written += handled.size() + failed.size();
    }

    /** Leaves events to be handled later, because another transaction has locked their rows, and with them the later ones of their entities. */
    void leaveLocked(List<EventRow> handled, Set<Long> ids) {
        List<EventRow> locked =
                handled.stream().filter(row -> ids.contains(row.id())).toList();
        kept.addLocked(locked);
        locked.forEach(row -> {
            rows.block(row.entity());
            rows.remove(row);
        });
        written += locked.size();
    }

    /** Reports events that were completed inside the transaction of their handler. */
    void completedInside(List<EventRow> rows, List<EventRow> unreleased) {
        kept.addUnreleased(unreleased);
        completed(rows);
        written += rows.size();
        context.ownership().progressed();
    }

    private void clear() {
        done.clear();
        failures.clear();
    }

    private void outcomesWritten() {
        completed(done);
        for (FailedAttempt failure : failures) {
            boolean last = failure.isLast(context.settings());
            if (!failure.isPostponed()) {
                context.counters().failed(last);
            }
            failure.log(context.settings());
            rows.remove(failure.row());
            if (last) {
                failure.tell(context.settings().abortListener());
            }
            if (failure.releasesEntity(context.settings())) {
                queue.completed(List.of(failure.row()));
            } else {
                queue.failed(failure.row());
                readAgain = true;
            }
        }
        // An aborted event no longer blocks its entity, but the entity's other rows in this batch are read again.
        written += done.size() + failures.size();
        context.ownership().progressed();
        clear();
    }

    private void completed(List<EventRow> completed) {
        long now = System.nanoTime();
        context.counters()
                .completed(
                        completed.size(),
                        completed.stream().mapToLong(row -> now - row.sentAt()).sum());
        queue.completed(completed);
        completed.forEach(rows::remove);
    }

    /**
     * Releases the tokens that are about to be lost, before the grace time is over: the outcomes of their events are written, the other rows
     * are left to the next owner. The rows of other tokens are not affected.
     *
     * @param busy the hashes of events whose calls are in progress; their tokens are kept until these end
     */
    void releaseStopping(Set<Integer> busy) throws SQLException {
        if (!rows.anyStopping()) {
            return;
        }
        write();
        rows.releaseStopping(busy, released -> {
            readAgain |= !released.isEmpty();
            queue.giveBack(released);
        });
    }

    /** Returns the number of events whose outcome was written, or is known and kept. */
    int written() {
        return written;
    }

    boolean readAgain() {
        return readAgain;
    }
}
