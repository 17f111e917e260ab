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
 * Takes the rows of one batch from held to settled: each is handled and completed, failed, or left to be read anew. A batch that fails is
 * divided until the failing event is alone. Used by the worker's thread; when that hangs, by the thread that replaces it.
 */
final class BatchExecution implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BatchExecution.class);

    /** Handled events are not kept unwritten for longer than this. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long until it is noticed that a token is about to be lost. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final HandlerInvoker invoker;
    private final WorkerQueue queue;
    private final HeldRows rows;
    private final List<EventRow> done = new ArrayList<>();
    private final List<FailedAttempt> failures = new ArrayList<>();
    private int written;
    private boolean nothingHeld;

    /** Whether the poller has to look again, at least to learn when. */
    private boolean again;

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
        settle();
    }

    // --- handling ---

    private void handleOneByOne(List<Event> events) throws SQLException {
        long began = System.nanoTime();
        long looked = began;
        for (Event event : events) {
            if (!rows.isReady(event)) {
                continue;
            }
            Throwable error = invoker.call(List.of(event));
            if (error == null) {
                done.add(rows.rowOf(event));
            } else {
                failed(event, error);
            }
            long now = System.nanoTime();
            if (now - began > SETTLE_NANOS) {
                settle();
                // Not when it began: a slow database must not get a transaction for every event.
                began = System.nanoTime();
            }
            if (now - looked > LOOK_NANOS) {
                releaseStopping();
                looked = System.nanoTime();
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
            settle();
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
        } catch (HandlerWatchdog.LostWorkerException e) {
            throw e;
        } catch (CompletionWriter.DatabaseAwayException e) {
            throw e.error();
        } catch (HandlerInvoker.HandlerFailedException e) {
            divide(ready, e.thrown(), this::handleInside);
        } catch (StaleHoldException | CompletionWriter.EventGoneException e) {
            // Nothing has happened; the present owner does it again.
            leave(ready);
        } catch (Exception | Error e) {
            divide(ready, e, this::handleInside);
        }
    }

    private List<Event> ready(List<Event> events) {
        return events.stream().filter(rows::isReady).toList();
    }

    private interface Part {
        void handle(List<Event> events) throws SQLException;
    }

    /** Handles all but the failing event again; where it is unknown, it is in one of the halves. When the processor closes, all are left. */
    private void divide(List<Event> events, Throwable error, Part again) throws SQLException {
        if (context.isClosing()) {
            leave(events);
            return;
        }
        int failing = failing(events, error);
        if (failing < 0) {
            again.handle(events.subList(0, events.size() / 2));
            again.handle(events.subList(events.size() / 2, events.size()));
        } else {
            again.handle(events.subList(0, failing));
            failed(events.get(failing), error);
            settle();
            again.handle(events.subList(failing + 1, events.size()));
        }
    }

    /** Returns the index of the event that failed: the one that the error names, or the only one; negative when it is unknown. */
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

    /** An event that fails because the processor closes is left to the next one. */
    private void failed(Event event, Throwable error) {
        if (context.isClosing()) {
            leave(List.of(event));
        } else {
            Throwable cause = error instanceof EventFailedException ? error.getCause() : error;
            addFailure(event, cause == null ? error : cause);
        }
    }

    private void addFailure(Event event, Throwable error) {
        EventRow row = rows.rowOf(event);
        failures.add(new FailedAttempt(row, error));
        rows.block(row.entity());
    }

    /** Leaves these as they are, and with them the later ones of their entities. */
    private void leave(Collection<Event> events) {
        events.forEach(event -> rows.block(rows.rowOf(event).entity()));
    }

    /**
     * Releases the tokens that are about to be lost, before the time of grace is over: what was done with them is written down, the rest is
     * left to the next owner. The other rows of the batch go on.
     */
    private void releaseStopping() throws SQLException {
        if (!rows.anyStopping()) {
            return;
        }
        settle();
        rows.releaseStopping(left -> {
            again |= !left.isEmpty();
            queue.giveBack(left);
        });
    }

    // --- a handler that hangs ---

    List<Event> current() {
        return invoker.current();
    }

    /** Goes on in the place of a worker that hangs: its event has failed, or each is tried alone when it is unknown which one hangs. */
    void afterLoss(Throwable error) throws SQLException {
        abortHungConnection();
        List<Event> hanging = invoker.current();
        if (hanging.size() == 1) {
            addFailure(hanging.get(0), error);
        } else {
            queue.suspect(rows.rowsOf(hanging));
        }
        settle();
    }

    void abortHungConnection() {
        invoker.abortConnection();
    }

    // --- writing down ---

    /** Writes down what is done and what has failed. What may not be written is left to the next owner. */
    private void settle() throws SQLException {
        while (!done.isEmpty() || !failures.isEmpty()) {
            Set<Hold> involved = rows.holdsOf(done);
            failures.forEach(failure -> involved.add(rows.holdOf(failure.row())));
            try {
                completions.complete(done, failures, involved);
                settled();
                return;
            } catch (StaleHoldException e) {
                LOG.debug("a completion was refused: {}", e.getMessage());
                if (involved.stream().noneMatch(Hold::released)) {
                    // Not one piece: the whole member was taken off, or the board forgot.
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

    private void settled() {
        completed(done);
        for (FailedAttempt failure : failures) {
            boolean last = failure.isLast(context.settings());
            context.counters().failed(last);
            failure.log(last);
            rows.remove(failure.row());
            if (last) {
                queue.completed(List.of(failure.row()));
            } else {
                queue.failed(failure.row());
                again = true;
            }
        }
        // An aborted event holds up its entity no longer, but the rest of it in this batch is read anew.
        written += done.size() + failures.size();
        clear();
    }

    private void completed(List<EventRow> completed) {
        context.counters().completed(completed.size());
        queue.completed(completed);
        completed.forEach(rows::remove);
    }

    // --- the end ---

    /** What came of a batch. When nothing did, it is not tried again at once; what is held no longer is only passed by. */
    enum Progress {
        SOME,
        NOTHING_HELD,
        NONE
    }

    Progress progress() {
        return written > 0 ? Progress.SOME : nothingHeld ? Progress.NOTHING_HELD : Progress.NONE;
    }

    /** Returns whether the poller should look again, or has to learn when to: rows were left, or are tried again later. */
    boolean leavesWork() {
        return again || !rows.isEmpty();
    }

    /** Rows of which nothing was written down are read anew, by their owner. */
    @Override
    public void close() {
        rows.releaseAll(queue::giveBack);
    }
}
