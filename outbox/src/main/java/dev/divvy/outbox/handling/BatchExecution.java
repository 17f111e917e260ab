package dev.divvy.outbox.handling;

import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFailedException;
import dev.divvy.outbox.event.PartialFailureException;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.WorkerQueue;
import dev.divvy.outbox.table.EventRow;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one batch: each of its rows is handled and completed, has failed, or is left to be read again. A batch that fails is divided until
 * the failing event is alone. Used by the worker's thread; when that hangs, by the thread that replaces it.
 */
final class BatchExecution implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BatchExecution.class);

    /** The interval of the check for tokens that are about to be lost. */
    private static final long STOPPING_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final HandlerInvoker invoker;
    private final WorkerQueue queue;
    private final HeldRows rows;
    private final BatchOutcomes outcomes;
    private boolean nothingHeld;

    /** Whether the only event of this batch was marked, because it may end the process. */
    private boolean marked;

    /** The calls of an asynchronous handler; null for the others. */
    private @Nullable AsyncCalls asyncCalls;

    BatchExecution(
            ProcessorContext context,
            CompletionWriter completions,
            HandlerInvoker invoker,
            WorkerQueue queue,
            KeptOutcomes kept,
            List<EventRow> rows) {
        this.context = context;
        this.completions = completions;
        this.invoker = invoker;
        this.queue = queue;
        this.rows = new HeldRows(context, rows);
        this.outcomes = new BatchOutcomes(context, completions, queue, this.rows, kept);
    }

    void run() throws SQLException {
        List<Event> events = rows.hold();
        nothingHeld = events.isEmpty() && rows.unreadable().isEmpty();
        rows.unreadable().forEach(outcomes::failed);
        boolean alone = events.size() == 1 && rows.rowOf(events.get(0)).care() != EventRow.Care.USUAL;
        if (!alone || mayBegin(events.get(0))) {
            handle(events);
        }
        outcomes.write();
        if (alone) {
            unmark(events.get(0));
        }
    }

    private void handle(List<Event> events) throws SQLException {
        switch (invoker.style()) {
            case INSIDE -> handleInside(events);
            case ONE_BY_ONE -> handleOneByOne(events);
            case ASYNC -> handleAsync(events);
            case TOGETHER -> handleTogether(events);
        }
    }

    // --- handling ---

    /** Marks an event that is handled alone; returns false when it is not to be handled now. */
    private boolean mayBegin(Event event) throws SQLException {
        EventRow row = rows.rowOf(event);
        if (row.care() == EventRow.Care.ENDED_PROCESS) {
            outcomes.hung(event, new FailedAttempt.ProcessEndedException(row.mark()));
            return false;
        }
        if (!isReady(event)) {
            return false;
        }
        try {
            if (completions.mark(row, rows.holdOf(row))) {
                marked = true;
                return true;
            }
        } catch (StaleHoldException e) {
            // The present owner handles it.
        }
        outcomes.leave(List.of(event));
        return false;
    }

    /**
     * Takes the mark of an event back whose call returned without an outcome, for example because its target is unavailable: the end of this
     * process, possibly hours later, is not due to it.
     */
    private void unmark(Event event) {
        try {
            Optional<EventRow> row = rows.find(event);
            if (marked && row.isPresent()) {
                completions.unmark(row.get(), rows.holdOf(row.get()));
            }
        } catch (SQLException | StaleHoldException e) {
            LOG.debug("the mark of an event without an outcome stays: {}", e.toString());
        }
    }

    private void handleOneByOne(List<Event> events) throws SQLException {
        long lastCheck = System.nanoTime();
        for (Event event : events) {
            if (!isReady(event)) {
                continue;
            }
            Throwable error = invoker.call(List.of(event));
            if (error == null) {
                outcomes.done(List.of(event));
            } else {
                outcomes.failed(event, error);
            }
            outcomes.writeIfDue();
            long now = System.nanoTime();
            if (now - lastCheck > STOPPING_CHECK_NANOS) {
                outcomes.releaseStopping(Set.of());
                lastCheck = now;
            }
        }
    }

    private void handleAsync(List<Event> events) throws SQLException {
        AsyncCalls calls = new AsyncCalls(
                context,
                invoker,
                outcomes,
                this::isReady,
                event -> rows.rowOf(event).hash());
        asyncCalls = calls;
        calls.run(events);
    }

    private void handleTogether(List<Event> events) throws SQLException {
        List<Event> ready = ready(events);
        if (ready.isEmpty()) {
            return;
        }
        Throwable error = invoker.call(ready);
        if (error == null) {
            outcomes.done(ready);
            outcomes.write();
        } else if (error instanceof PartialFailureException partial) {
            settle(ready, partial);
            outcomes.write();
        } else {
            divide(ready, error, this::handleTogether);
        }
    }

    /** Completes what a handler has handled of its batch. The later events of an entity whose event failed come after that one again. */
    private void settle(List<Event> events, PartialFailureException partial) {
        for (Event event : events) {
            if (rows.isBlocked(event)) {
                continue;
            }
            Optional<Throwable> failure = partial.failureOf(event);
            if (failure.isPresent()) {
                outcomes.failed(event, failure.get());
            } else {
                outcomes.done(List.of(event));
            }
        }
    }

    private void handleInside(List<Event> events) throws SQLException {
        List<Event> ready = ready(events);
        if (ready.isEmpty()) {
            return;
        }
        List<EventRow> completed = rows.rowsOf(ready);
        try {
            List<EventRow> unreleased = completions
                    .inside()
                    .complete(connection -> invoker.callInside(connection, ready), completed, rows.holdsOf(completed));
            outcomes.completedInside(completed, unreleased);
        } catch (InsideCompletion.RowsLockedException e) {
            outcomes.leaveLocked(completed, e.ids());
            handleInside(ready);
        } catch (HandlerWatchdog.ReplacedWorkerException e) {
            throw e;
        } catch (InsideCompletion.DatabaseUnavailableException e) {
            throw e.error();
        } catch (HandlerInvoker.HandlerFailedException e) {
            if (e.sqlError() == null) {
                divide(ready, e.thrown(), this::handleInside);
            } else {
                separate(ready, e.thrown());
            }
        } catch (StaleHoldException | InsideCompletion.EventGoneException e) {
            // The transaction was rolled back; the present owner handles the events again.
            outcomes.leave(ready);
        } catch (Exception | Error e) {
            divide(ready, e, this::handleInside);
        }
    }

    private List<Event> ready(List<Event> events) {
        return events.stream().filter(this::isReady).toList();
    }

    private boolean isReady(Event event) {
        if (!invoker.mayCall()) {
            outcomes.leave(List.of(event));
        }
        return rows.isReady(event);
    }

    private interface PartHandler {
        void handle(List<Event> events) throws SQLException;
    }

    /** Handles all but the failing event again; if that is unknown, each half by itself. When the processor closes, all events are left. */
    private void divide(List<Event> events, Throwable error, PartHandler parts) throws SQLException {
        if (outcomes.isNobodysFault(error)) {
            outcomes.leave(events);
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
            outcomes.failed(events.get(failing), causeOf(events.get(failing), error));
            outcomes.write();
            parts.handle(events.subList(failing + 1, events.size()));
        }
    }

    /** Divides after an error of the database. The event that met it is tried alone first: a lock may have been held for the others. */
    private void separate(List<Event> events, Throwable error) throws SQLException {
        int failing = failing(events, error);
        if (failing < 0 || events.size() == 1 || outcomes.isNobodysFault(error)) {
            divide(events, error, this::handleInside);
        } else {
            handleInside(events.subList(0, failing));
            handleInside(events.subList(failing, failing + 1));
            handleInside(events.subList(failing + 1, events.size()));
        }
    }

    /** Returns the index of the failing event: the first that the error names, or the only one; negative when it is unknown. */
    private static int failing(List<Event> events, Throwable error) {
        if (events.size() == 1) {
            return 0;
        }
        for (int i = 0; i < events.size(); i++) {
            if (names(error, events.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean names(Throwable error, Event event) {
        return error instanceof EventFailedException named
                ? named.eventId() == event.id()
                : error instanceof PartialFailureException partial
                        && partial.failureOf(event).isPresent();
    }

    private static Throwable causeOf(Event event, Throwable error) {
        return error instanceof PartialFailureException partial
                ? partial.failureOf(event).orElse(error)
                : error;
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
            outcomes.hung(hung.get(0), error);
        } else {
            queue.suspect(rows.rowsOf(hung));
        }
        outcomes.write();
        if (asyncCalls != null) {
            asyncCalls.finish();
            outcomes.write();
        }
    }

    void abortHungConnection() {
        invoker.abortConnection();
    }

    // --- the end ---

    /** The progress of a batch. After none the worker backs off; after rows that are no longer held it goes on with the next batch. */
    enum Progress {
        SOME,
        NOTHING_HELD,
        NONE
    }

    Progress progress() {
        return outcomes.written() > 0 ? Progress.SOME : nothingHeld ? Progress.NOTHING_HELD : Progress.NONE;
    }

    /** Returns whether the poller should read again: rows were left, or are to be retried later. */
    boolean leavesWork() {
        return outcomes.readAgain() || !rows.isEmpty();
    }

    /** Gives back the rows without a written outcome, which their owner reads again. */
    @Override
    public void close() {
        rows.releaseAll(queue::giveBack);
    }
}
