package dev.divvy.outbox.event;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;

/** Thrown by a handler for an event that is to be handled later. This is no failed attempt; later events of the entity wait too. */
public class RetryLaterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    /** @param reason a sentence that is stored with the event */
    public RetryLaterException(Duration delay, String reason) {
        super(reason);
        this.delay = Durations.positive("delay of a retry", delay);
    }

    public RetryLaterException(Duration delay, String reason, Throwable cause) {
        super(reason, cause);
        this.delay = Durations.positive("delay of a retry", delay);
    }

    public Duration delay() {
        return delay;
    }
}
