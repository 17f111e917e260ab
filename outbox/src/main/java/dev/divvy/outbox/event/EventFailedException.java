package dev.divvy.outbox.event;

/** What a handler of batches throws to say which event is guilty: only that one has failed, and the others are handled again without it. */
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
