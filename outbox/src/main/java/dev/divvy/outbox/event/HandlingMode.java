package dev.divvy.outbox.event;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The way in which events are handled. <em>Inside</em> the completing transaction, effects in the same database happen exactly once. Outside
 * it they happen at least once, again after a crash or a failure: an effect must be idempotent, or be refused by its fence.
 */
public sealed interface HandlingMode {

    /** One event at a time, outside the completing transaction. */
    record Each(EventHandler handler) implements HandlingMode {}

    /** Many events at a time, each with a call of its own, outside the completing transaction. */
    record Async(AsyncHandler handler) implements HandlingMode {}

    /** A batch of events at a time, in their order, outside the completing transaction. */
    record Batch(BatchHandler handler) implements HandlingMode {}

    /** One event at a time, inside the completing transaction. */
    record EachInside(InsideHandler handler) implements HandlingMode {}

    /** A batch of events at a time, in their order, inside the completing transaction. */
    record BatchInside(InsideBatchHandler handler) implements HandlingMode {}

    static HandlingMode each(EventHandler handler) {
        return new Each(handler);
    }

    static HandlingMode async(AsyncHandler handler) {
        return new Async(handler);
    }

    static HandlingMode batch(BatchHandler handler) {
        return new Batch(handler);
    }

    static HandlingMode eachInside(InsideHandler handler) {
        return new EachInside(handler);
    }

    static HandlingMode batchInside(InsideBatchHandler handler) {
        return new BatchInside(handler);
    }

    /** Handles one event. Anything that it throws is a failed attempt of this event. */
    @FunctionalInterface
    interface EventHandler {
        void handle(Event event) throws Exception;
    }

    /**
     * Starts the handling of one event and returns a stage that completes with it. Up to four batches of events are in progress at a time per
     * worker, but only one per entity: the next event of an entity starts after the stage of the one before. An exception, thrown or of the
     * stage, is a failed attempt of this event, and so is a stage that does not complete within the handler timeout.
     */
    @FunctionalInterface
    interface AsyncHandler {
        CompletionStage<?> handle(Event event) throws Exception;
    }

    /**
     * Handles events of several entities. An {@link EventFailedException} is a failed attempt of the event that it names; the others are handled
     * again. After a {@link PartialFailureException} they are completed. After anything else that is thrown, the batch is divided until the
     * failing event is alone.
     */
    @FunctionalInterface
    interface BatchHandler {
        void handle(List<Event> events) throws Exception;
    }

    /** Handles one event on the connection whose transaction completes it. It must not commit, roll back or close the connection. */
    @FunctionalInterface
    interface InsideHandler {
        void handle(Connection connection, Event event) throws Exception;
    }

    /** As {@link BatchHandler}, on the connection whose transaction completes the events. It must not commit, roll back or close the connection. */
    @FunctionalInterface
    interface InsideBatchHandler {
        void handle(Connection connection, List<Event> events) throws Exception;
    }
}
