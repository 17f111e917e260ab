package dev.divvy.outbox.event;

import java.time.Duration;

/**
 * Thrown by a handler whose target, such as a broker or a receiver, does not take any events now. No event has failed: the processor stops
 * calling its handler, and tries a single call after a delay, which grows up to half a minute, until one succeeds. For a target of some events
 * only, see {@link RetryLaterException}.
 */
public class TargetUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public TargetUnavailableException(String message) {
        this(message, Duration.ZERO);
    }

    public TargetUnavailableException(String message, Throwable cause) {
        super(message, cause);
        this.retryAfter = Duration.ZERO;
    }

    /** @param retryAfter the shortest time until the next call, as the target asked for it */
    public TargetUnavailableException(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
