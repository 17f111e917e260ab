package dev.divvy.outbox.handling;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFailedException;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.reading.ProcessorContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the application's handler for one batch, in the chosen mode, under the watchdog. */
final class HandlerInvoker {

    private static final Logger LOG = LoggerFactory.getLogger(HandlerInvoker.class);

    private final ProcessorContext context;
    private final HandlingMode handling;
    private final HandlerCalls calls;
    private final Worker worker;

    /** The events of the current call; written by the worker's thread, read by the thread that replaces it. */
    private volatile List<Event> current = List.of();

    /** The connection of the current call, if it is inside the completing transaction; written and read like {@link #current}. */
    private volatile @Nullable Connection inside;

    /** @param worker the worker that calls, which is replaced when the handler hangs and does not react to its interruption */
    HandlerInvoker(ProcessorContext context, HandlerCalls calls, Worker worker) {
        this.context = context;
        this.handling = calls.handling();
        this.calls = calls;
        this.worker = worker;
    }

    /** Returns whether the handler may be called now: its target is not known to be unavailable. */
    boolean mayCall() {
        return calls.circuit().allows(worker);
    }

    /** Returns whether this worker's call is the single one that tries whether the target is available again. */
    boolean isProbing() {
        return calls.circuit().isProbing(worker);
    }

    /** The ways to call handlers. */
    enum Style {
        ONE_BY_ONE,
        ASYNC,
        TOGETHER,
        INSIDE
    }

    Style style() {
        if (handling instanceof HandlingMode.Each) {
            return Style.ONE_BY_ONE;
        }
        if (handling instanceof HandlingMode.Async) {
            return Style.ASYNC;
        }
        return handling instanceof HandlingMode.Batch ? Style.TOGETHER : Style.INSIDE;
    }

    List<Event> current() {
        return current;
    }

    /** Calls a handler that runs outside the completing transaction; returns the error that it threw, or null. */
    @Nullable
    Throwable call(List<Event> events) {
        return called(events, null, () -> {
            if (handling instanceof HandlingMode.Each each) {
                for (Event event : events) {
                    each.handler().handle(event);
                }
            } else if (handling instanceof HandlingMode.Batch batch) {
                batch.handler().handle(events);
            }
        });
    }

    /** Calls a handler that runs inside the completing transaction. */
    void callInside(Connection connection, List<Event> events) throws HandlerFailedException {
        Connection guarded = GuardedConnection.of(connection);
        Throwable error = called(events, connection, () -> {
            if (handling instanceof HandlingMode.EachInside each) {
                handleEach(each.handler(), guarded, events);
            } else if (handling instanceof HandlingMode.BatchInside batch) {
                batch.handler().handle(guarded, events);
            }
        });
        if (error != null) {
            throw new HandlerFailedException(error);
        }
    }

    private static void handleEach(HandlingMode.InsideHandler handler, Connection connection, List<Event> events)
            throws EventFailedException {
        for (Event event : events) {
            try {
                handler.handle(connection, event);
            } catch (EventFailedException e) {
                throw e;
            } catch (Throwable e) {
                throw new EventFailedException(event, e);
            }
        }
    }

    /** Calls an asynchronous handler; returns the error that it threw instead of a stage, or null. The call ends when its stage does. */
    @Nullable
    Throwable begin(Event event, Consumer<CompletionStage<?>> started) {
        HandlingMode.AsyncHandler handler = ((HandlingMode.Async) handling).handler();
        return watched(
                List.of(event),
                null,
                () -> started.accept(Objects.requireNonNull(handler.handle(event), "the handler returned no stage")));
    }

    /** Records that a call has ended. */
    void ended(long nanos, @Nullable Throwable error) {
        calls.circuit().record(worker, error);
        calls.grace().ended(nanos);
    }

    private @Nullable Throwable called(List<Event> events, @Nullable Connection connection, HandlerWatchdog.Call call) {
        long began = System.nanoTime();
        Throwable thrown = watched(events, connection, call);
        ended(System.nanoTime() - began, thrown);
        return thrown;
    }

    private @Nullable Throwable watched(
            List<Event> events, @Nullable Connection connection, HandlerWatchdog.Call call) {
        inside = connection;
        current = events;
        Throwable thrown = calls.watchdog().run(call, worker::replace);
        if (!context.isClosing()) {
            // A handler may leave its thread interrupted; that must not reach the worker.
            Thread.interrupted();
        }
        inside = null;
        current = List.of();
        return thrown;
    }

    /** Aborts and closes the connection of a handler that hangs, from another thread, so that the pool can replace it. */
    void abortConnection() {
        Connection connection = inside;
        if (connection == null) {
            return;
        }
        try (connection) {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            LOG.debug("the connection of a handler that hangs could not be aborted", e);
        }
    }

    /** Carries the throwable of a handler, of any type, out of the transaction. */
    static final class HandlerFailedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Throwable thrown;

        HandlerFailedException(Throwable thrown) {
            super(thrown);
            this.thrown = thrown;
        }

        Throwable thrown() {
            return thrown;
        }

        /** Returns the SQL error that made the handler fail; null when there is none, or when the handler took too long. */
        @Nullable
        SQLException sqlError() {
            return thrown instanceof TimeoutException
                    ? null
                    : Causes.first(thrown, SQLException.class).orElse(null);
        }
    }
}
