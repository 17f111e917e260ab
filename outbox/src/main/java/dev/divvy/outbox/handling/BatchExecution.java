package dev.divvy.outbox.handling;

import dev.divvy.boardsql.StaleHoldException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one batch: each of its rows is handled and completed, has failed, or is left to be read again. A batch that fails is divided until
 * the failing event is alone. Used by the worker's thread; when that hangs, by the thread that replaces it.
 */
final class BatchExecution implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BatchExecution.class);

    /** The time after which the outcomes of events that are handled one by one are written. */
    private static final long WRITE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The interval of the check for tokens that are about to be lost. */
    private static final long STOPPING_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final HandlerInvoker invoker;
    private final WorkerQueue queue;
    private final HeldRows rows;
    private final List<EventRow> done = new ArrayList<>();
    private final List<FailedAttempt> failures = new ArrayList<>();
    private int written;
    private boolean nothingHeld;

    /** Whether the poller must read again, to find rows that were released or the time of the next attempt. */
    private boolean readAgain;

    BatchExecution(
            ProcessorContext context,
            CompletionWriter completions,
            HandlerInvoker invoker,
            WorkerQueue queue,
            List<EventRow> rows) {
        this.context = context;
        this.completions = completions;
        this.invoker = invoker;
        this.queue = queue;
        this.rows = new HeldRows(context, rows);
    }

    void run() throws SQLException {
        List<Event> events = rows.hold();
        nothingHeld = events.isEmpty();
        if (invoker.isInside()) {
            handleInside(events);
        } else if (invoker.isOneByOne()) {
            handleOneByOne(events);
        } else {
            handleTogether(events);
        }
        writeOutcomes();
    }

    // --- handling ---

    private void handleOneByOne(List<Event> events) throws SQLException {
        long lastWrite = System.nanoTime();
        long lastCheck = lastWrite;
        for (Event event : events) {
            if (!isReady(event)) {
                continue;
            }
            Throwable error = invoker.call(List.of(event));
            if (error == null) {
                done.add(rows.rowOf(event));
            } else {
                failed(event, error);
            }
            long now = System.nanoTime();
            if (now - lastWrite > WRITE_INTERVAL_NANOS) {
                writeOutcomes();
                // Measured from the end of the write: a slow database must not get a transaction per event.
                lastWrite = System.nanoTime();
            }
            if (now - lastCheck > STOPPING_CHECK_NANOS) {
                releaseStopping();
                lastCheck = System.nanoTime();
            }
        }
    }

    private void handleTogether(List<Event> events) throws SQLException {
        List<Event> ready = ready(events);
        if (ready.isEmpty()) {
            return;
        }
        Throwable error = invoker.call(ready);
        if (error == null) {
            done.addAll(rows.rowsOf(ready));
            writeOutcomes();
        } else {
            divide(ready, error, this::handleTogether);
        }
    }

    private void handleInside(List<Event> events) throws SQLException {
        List<Event> ready = ready(events);
        if (ready.isEmpty()) {
            return;
        }
        List<EventRow> completed = rows.rowsOf(ready);
        try {
            completions.completeInside(
                    connection -> invoker.callInside(connection, ready), completed, rows.holdsOf(completed));
            written += completed.size();
            completed(completed);
            context.ownership().progressed();
        } catch (HandlerWatchdog.ReplacedWorkerException e) {
            throw e;
        } catch (CompletionWriter.DatabaseUnavailableException e) {
            throw e.error();
        } catch (HandlerInvoker.HandlerFailedException e) {
            if (e.sqlError() == null) {
                divide(ready, e.thrown(), this::handleInside);
            } else {
                separate(ready, e.thrown());
            }
        } catch (StaleHoldException | CompletionWriter.EventGoneException e) {
            // The transaction was rolled back; the present owner handles the events again.
            leave(ready);
        } catch (Exception | Error e) {
            divide(ready, e, this::handleInside);
        }
    }

    private List<Event> ready(List<Event> events) {
        return events.stream().filter(this::isReady).toList();
    }

    private boolean isReady(Event event) {
        if (!invoker.mayCall()) {
            leave(List.of(event));
        }
        return rows.isReady(event);
    }

    private interface PartHandler {
        void handle(List<Event> events) throws SQLException;
    }

    /** Handles all but the failing event again; if that is unknown, each half by itself. When the processor closes, all events are left. */
    private void divide(List<Event> events, Throwable error, PartHandler parts) throws SQLException {
        if (isNobodysFault(error)) {
            leave(events);
            return;
        }
        int failing = failing(events, error);
        // A handler that fails slowly may take long until the failing event is alone.
        context.ownership().progressed();
        if (failing < 0) {
            parts.handle(events.subList(0, events.size() / 2));
            parts.handle(events.subList(events.size() / 2, events.size()));
        } else {
            parts.handle(events.subList(0, failing));
            failed(events.get(failing), error);
            writeOutcomes();
            parts.handle(events.subList(failing + 1, events.size()));
        }
    }

    /** Divides after an error of the database. The event that met it is tried alone first: a lock may have been held for the others. */
    private void separate(List<Event> events, Throwable error) throws SQLException {
        int failing = failing(events, error);
        if (failing < 0 || events.size() == 1 || isNobodysFault(error)) {
            divide(events, error, this::handleInside);
        } else {
            handleInside(events.subList(0, failing));
            handleInside(events.subList(failing, failing + 1));
            handleInside(events.subList(failing + 1, events.size()));
        }
    }

    /** Returns the index of the failing event: the one that the error names, or the only one; negative when it is unknown. */
    private static int failing(List<Event> events, Throwable error) {
        if (events.size() == 1) {
            return 0;
        }
        if (error instanceof EventFailedException named) {
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i).id() == named.eventId()) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Returns whether no event has failed: the processor closes, or the handler says that its target is unavailable. */
    private boolean isNobodysFault(Throwable error) {
        return context.isClosing() || TargetCircuit.unavailable(error) != null;
    }

    /** Records a failed attempt, unless no event has failed: then it is left to be handled again, possibly by the next owner. */
    private void failed(Event event, Throwable error) {
        if (isNobodysFault(error)) {
            leave(List.of(event));
        } else {
            Throwable cause = error instanceof EventFailedException ? error.getCause() : error;
            addFailure(event, cause == null ? error : cause);
        }
    }

    private void addFailure(Event event, Throwable error) {
        EventRow row = rows.rowOf(event);
        failures.add(new FailedAttempt(row, event, error));
        rows.block(row.entity());
    }

    /** Leaves these events pending, and with them the later ones of their entities. */
    private void leave(Collection<Event> events) {
        events.forEach(rows::block);
    }

    /**
     * Releases the tokens that are about to be lost, before the grace time is over: the outcomes of their events are written, the other rows
     * are left to the next owner. The rows of other tokens are not affected.
     */
    private void releaseStopping() throws SQLException {
        if (!rows.anyStopping()) {
            return;
        }
        writeOutcomes();
        rows.releaseStopping(released -> {
            readAgain |= !released.isEmpty();
            queue.giveBack(released);
        });
    }

    // --- a handler that hangs ---

    List<Event> current() {
        return invoker.current();
    }

    /** Settles the batch of a worker that hangs: its event has failed, or, when it is unknown which one hangs, each is tried alone. */
    void afterHang(Throwable error) throws SQLException {
        abortHungConnection();
        List<Event> hung = invoker.current();
        if (hung.size() == 1) {
            addFailure(hung.get(0), error);
        } else {
            queue.suspect(rows.rowsOf(hung));
        }
        writeOutcomes();
    }

    void abortHungConnection() {
        invoker.abortConnection();
    }

    // --- writing the outcomes ---

    /** Writes completions and failures. Those of tokens that are no longer held are left to the next owner. */
    private void writeOutcomes() throws SQLException {
        while (!done.isEmpty() || !failures.isEmpty()) {
            Set<Hold> involved = rows.holdsOf(done);
            failures.forEach(failure -> involved.add(rows.holdOf(failure.row())));
            try {
                completions.complete(done, failures, involved);
                outcomesWritten();
                return;
            } catch (StaleHoldException e) {
                LOG.debug("a completion was refused: {}", e.getMessage());
                if (involved.stream().noneMatch(Hold::released)) {
                    // No single piece was released: the whole member was ejected, or the board lost its memory.
                    done.forEach(row -> rows.block(row.entity()));
                    clear();
                    return;
                }
                done.removeIf(row -> rows.holdOf(row).released());
                failures.removeIf(failure -> rows.holdOf(failure.row()).released());
            }
        }
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
        context.counters().completed(completed.size());
        queue.completed(completed);
        completed.forEach(rows::remove);
    }

    // --- the end ---

    /** The progress of a batch. After none the worker backs off; after rows that are no longer held it goes on with the next batch. */
    enum Progress {
        SOME,
        NOTHING_HELD,
        NONE
    }

    Progress progress() {
        return written > 0 ? Progress.SOME : nothingHeld ? Progress.NOTHING_HELD : Progress.NONE;
    }

    /** Returns whether the poller should read again: rows were left, or are to be retried later. */
    boolean leavesWork() {
        return readAgain || !rows.isEmpty();
    }

    /** Gives back the rows without a written outcome, which their owner reads again. */
    @Override
    public void close() {
        rows.releaseAll(queue::giveBack);
    }
}
