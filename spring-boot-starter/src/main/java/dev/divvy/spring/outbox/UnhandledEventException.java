package dev.divvy.spring.outbox;

import dev.divvy.outbox.event.Event;

/** No method handles an event. It has failed, and is handled after a start of a version of the application that has such a method. */
final class UnhandledEventException extends Exception {

    private static final long serialVersionUID = 1L;

    UnhandledEventException(Event event) {
        super("no @OutboxHandler method takes events of " + event.entityName()
                + (event.type().isEmpty() ? " without a type" : " of the type " + event.type()));
    }
}
