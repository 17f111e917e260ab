package dev.divvy.outbox.work;

import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.coordination.support.Retry;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFailedException;
import dev.divvy.outbox.event.Handling;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Handles one batch, in the way that the application asked for. A batch that fails is divided until the guilty event is alone. */
final class Round {

    private static final int MOST_REPEATS = 12;
    private static final int VALID_SECONDS = 2;
    private static final int DEEPEST_CAUSE = 10;

    /** Handled events are not kept unwritten for longer than this. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long until it is noticed that something is about to be lost. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Tools tools;
    private final Batch batch;
    private final Runnable lost;

    Round(Tools tools, Batch batch, Runnable lost) {
        this.tools = tools;
        this.batch = batch;
        this.lost = lost;
    }

    void run() throws SQLException {
        List<Event> events = batch.begin();
        Handling handling = tools.handling();
        if (handling instanceof Handling.Each each) {
            each(events, each.handler());
        } else if (handling instanceof Handling.Batch all) {
            all(events, all.handler());
        } else if (handling instanceof Handling.EachInside each) {
            inside(events, (connection, some) -> {
                for (Event event : some) {
                    try {
                        each.handler().handle(connection, event);
                    } catch (Throwable e) {
                        throw named(event, e);
                    }
                }
            });
        } else if (handling instanceof Handling.BatchInside all) {
            inside(events, all.handler());
        }
        batch.settle();
    }

    // --- outside of the completing transaction ---

    private void each(List<Event> events, Handling.EventHandler handler) throws SQLException {
        long began = System.nanoTime();
        long looked = began;
        for (Event event : events) {
            if (!batch.isReady(event)) {
                continue;
            }
            Throwable error = call(List.of(event), null, () -> handler.handle(event));
            if (error == null) {
                batch.done(List.of(event));
            } else {
                failed(event, error);
            }
            long now = System.nanoTime();
            if (now - began > SETTLE_NANOS) {
                batch.settle();
                // Not when it began: a slow database must not get a transaction for every event.
                began = System.nanoTime();
            }
            if (now - looked > LOOK_NANOS) {
                batch.letGo();
                looked = System.nanoTime();
            }
        }
    }

    private void all(List<Event> events, Handling.BatchHandler handler) throws SQLException {
        List<Event> ready = batch.ready(events);
        if (ready.isEmpty()) {
            return;
        }
        Throwable error = call(ready, null, () -> handler.handle(ready));
        if (error == null) {
            batch.done(ready);
            batch.settle();
        } else {
            divide(ready, error, some -> all(some, handler));
        }
    }

    // --- inside of it ---

    private void inside(List<Event> events, Handling.InsideBatchHandler handler) throws SQLException {
        List<Event> ready = batch.ready(events);
        if (ready.isEmpty()) {
            return;
        }
        try {
            insideOnce(ready, handler);
            batch.completedInside(ready);
        } catch (Watch.LostWorkerException e) {
            throw e;
        } catch (Completion.AwayException e) {
            throw e.error();
        } catch (HandlerThrewException e) {
            divide(ready, e.thrown, some -> inside(some, handler));
        } catch (StaleHoldException | Completion.GoneException e) {
            // Nothing has happened; whoever holds them now does it again.
            batch.leave(ready);
        } catch (Exception | Error e) {
            divide(ready, e, some -> inside(some, handler));
        }
    }

    /**
     * When the database asks for it, the whole transaction is done again: that is no failure of an event, however often it asks. After a
     * while the events are read anew.
     */
    private void insideOnce(List<Event> ready, Handling.InsideBatchHandler handler) throws Exception {
        try {
            Retry.times(MOST_REPEATS, SqlRetry.BACKOFF)
                    .call(
                            () -> {
                                tools.completion()
                                        .completeInside(
                                                connection -> onConnection(ready, connection, handler),
                                                batch.rowsOf(ready),
                                                batch.holdsOf(ready));
                                return true;
                            },
                            Exception.class,
                            this::mayRepeat);
        } catch (SQLException | HandlerThrewException e) {
            SQLException asked = sqlErrorIn(e);
            if (asked != null && tools.completion().mayRepeat(asked)) {
                throw new Completion.AwayException(asked);
            }
            throw e;
        }
    }

    private boolean mayRepeat(Exception error) {
        SQLException asked =
                error instanceof SQLException || error instanceof HandlerThrewException ? sqlErrorIn(error) : null;
        return asked != null && tools.completion().mayRepeat(asked);
    }

    private void onConnection(List<Event> ready, Connection connection, Handling.InsideBatchHandler handler)
            throws Exception {
        Connection lent = Loan.of(connection);
        Throwable error = call(ready, connection, () -> handler.handle(lent, ready));
        if (error == null) {
            return;
        }
        if (sqlErrorIn(error) != null && !connection.isValid(VALID_SECONDS)) {
            throw new Completion.AwayException(new SQLException("the connection was lost in the handler", error));
        }
        throw new HandlerThrewException(error);
    }

    /** What the database said, however often it was wrapped. */
    private static @Nullable SQLException sqlErrorIn(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** Carries what a handler threw, which may be anything, out of the transaction. */
    private static final class HandlerThrewException extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Throwable thrown;

        HandlerThrewException(Throwable thrown) {
            super(thrown);
            this.thrown = thrown;
        }
    }

    // --- both ---

    private interface Part {
        void handle(List<Event> some) throws SQLException;
    }

    /** A failure of several: the guilty one alone has failed; where it is unknown, it is in one of the halves. When the processor closes, all are left. */
    private void divide(List<Event> events, Throwable error, Part again) throws SQLException {
        if (tools.ending()) {
            batch.leave(events);
            return;
        }
        int guilty = guilty(events, error);
        if (guilty < 0) {
            again.handle(events.subList(0, events.size() / 2));
            again.handle(events.subList(events.size() / 2, events.size()));
        } else {
            again.handle(events.subList(0, guilty));
            failed(events.get(guilty), error);
            batch.settle();
            again.handle(events.subList(guilty + 1, events.size()));
        }
    }

    /** What fails because the processor closes is left to the next one. */
    private void failed(Event event, Throwable error) {
        if (tools.ending()) {
            batch.leave(List.of(event));
        } else {
            Throwable cause = error instanceof EventFailedException ? error.getCause() : error;
            batch.failed(event, cause == null ? error : cause);
        }
    }

    /** Calls the handler under watch; answers what it threw, or null. */
    private @Nullable Throwable call(List<Event> events, @Nullable Connection connection, Watch.Call call) {
        batch.handling(events, connection);
        Throwable thrown = tools.watch().run(call, lost);
        if (!tools.ending()) {
            // A handler may leave its thread interrupted: that was meant for the handler, not for us.
            Thread.interrupted();
        }
        batch.handling(List.of(), null);
        return thrown;
    }

    private static EventFailedException named(Event event, Throwable error) {
        return error instanceof EventFailedException named ? named : new EventFailedException(event, error);
    }

    /** The place of the one that has failed: named by the error, or the only one; negative when nobody knows. */
    private static int guilty(List<Event> events, Throwable error) {
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
}
