package dev.divvy.outbox.event;

import java.sql.Connection;
import java.util.List;

/**
 * How events are handled. <em>Inside</em> the completing transaction, effects in the same database happen exactly once. Outside of it
 * they happen at least once: again after a crash or a failure, so an effect must be one that can be repeated, or be refused by its fence.
 */
public sealed interface Handling {

    /** One event at a time, outside of the completing transaction. */
    record Each(EventHandler handler) implements Handling {}

    /** Many events at a time, in their order, outside of the completing transaction. */
    record Batch(BatchHandler handler) implements Handling {}

    /** One event at a time, inside the completing transaction. */
    record EachInside(InsideHandler handler) implements Handling {}

    /** Many events at a time, in their order, inside the completing transaction. */
    record BatchInside(InsideBatchHandler handler) implements Handling {}

    static Handling each(EventHandler handler) {
        return new Each(handler);
    }

    static Handling batch(BatchHandler handler) {
        return new Batch(handler);
    }

    static Handling eachInside(InsideHandler handler) {
        return new EachInside(handler);
    }

    static Handling batchInside(InsideBatchHandler handler) {
        return new BatchInside(handler);
    }

    /** Handles one event. What it throws is a failed attempt of this event. */
    @FunctionalInterface
    interface EventHandler {
        void handle(Event event) throws Exception;
    }

    /**
     * Handles events of several entities. What it throws is a failure of all, unless it is an {@link EventFailedException}; the batch is
     * then divided until the guilty one is alone.
     */
    @FunctionalInterface
    interface BatchHandler {
        void handle(List<Event> events) throws Exception;
    }

    /** Handles one event on the connection whose transaction completes it. It must not commit, roll back or close. */
    @FunctionalInterface
    interface InsideHandler {
        void handle(Connection connection, Event event) throws Exception;
    }

    /** As {@link BatchHandler}, on the connection whose transaction completes the events. It must not commit, roll back or close. */
    @FunctionalInterface
    interface InsideBatchHandler {
        void handle(Connection connection, List<Event> events) throws Exception;
    }
}
