package dev.divvy.outbox.event;

/** Thrown by a batch handler to name the event that failed: only that event counts as failed, and the others are handled again without it. */
public class EventFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final long eventId;

    public EventFailedException(Event event, Throwable cause) {
        super(event + " failed: " + cause, cause);
        this.eventId = event.id();
    }

    public long eventId() {
        return eventId;
    }
}
