package dev.divvy.outbox.event;

/** Thrown by a handler for an event that can never be handled: it is aborted at once, whatever attempts are left. */
public class AbortEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason a sentence that is stored with the event */
    public AbortEventException(String reason) {
        super(reason);
    }

    public AbortEventException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
