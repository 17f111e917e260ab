package dev.divvy.outbox.handling;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.outbox.event.AbortEventException;
import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.RetryLaterException;
import dev.divvy.outbox.table.CrashMark;
import dev.divvy.outbox.table.EventRow;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An attempt of one event that is not its last, or after which it is aborted. */
record FailedAttempt(EventRow row, Event event, Throwable error) {

    private static final Logger LOG = LoggerFactory.getLogger(FailedAttempt.class);

    /** The attempt ended its process: found by the processor that took over. */
    static final class ProcessEndedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final int crashes;

        ProcessEndedException(CrashMark mark) {
            super("the process ended while this event was handled alone (" + mark.crashes() + ")");
            this.crashes = mark.crashes();
        }
    }

    /** Returns the number of failed attempts with this one. An event that is to be handled later has not failed. */
    int attempts() {
        return isPostponed() ? row.attempts() : row.attempts() + 1;
    }

    boolean isPostponed() {
        return later().isPresent();
    }

    private Optional<RetryLaterException> later() {
        return Causes.first(error, RetryLaterException.class);
    }

    boolean isLast(ProcessorSettings settings) {
        return !isPostponed()
                && (attempts() >= settings.attempts()
                        || rejection().isPresent()
                        || crashes() >= settings.crashAttempts());
    }

    /** Returns the attempts in a row that ended their process; none unless this one did. */
    int crashes() {
        return crash().map(crash -> crash.crashes).orElse(0);
    }

    private Optional<ProcessEndedException> crash() {
        return Causes.first(error, ProcessEndedException.class);
    }

    private Optional<AbortEventException> rejection() {
        return Causes.first(error, AbortEventException.class);
    }

    /** Returns whether the entity's later events need not wait for this one: it is aborted and not held. */
    boolean releasesEntity(ProcessorSettings settings) {
        return isLast(settings) && settings.afterLastAttempt() == AfterLastAttempt.SKIP;
    }

    /**
     * Returns the delay that the handler asked for, or the backoff of the settings with a jitter of a tenth, so that events that failed together
     * are not retried together. It is the longest after an attempt that ended its process: until then others can be started again.
     */
    Duration delay(ProcessorSettings settings) {
        return later().map(RetryLaterException::delay).orElseGet(() -> backoff(settings));
    }

    private Duration backoff(ProcessorSettings settings) {
        Backoff delays = new Backoff(settings.retryDelay(), settings.longestRetryDelay());
        long backoff = crash().isPresent() ? settings.longestRetryDelay().toNanos() : delays.nanosAfter(attempts());
        return Duration.ofNanos(backoff + ThreadLocalRandom.current().nextLong(-backoff / 10, backoff / 10 + 1));
    }

    /** Returns the reason that the handler gave, otherwise the text of the error, or its type when {@code toString()} fails. */
    String text() {
        try {
            String reason = later().map(Throwable::getMessage)
                    .or(() -> rejection().map(Throwable::getMessage))
                    .or(() -> crash().map(Throwable::getMessage))
                    .orElse(null);
            return reason == null ? String.valueOf(error.toString()) : reason;
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }

    /** Tells the listener that the event was aborted. */
    @SuppressWarnings("CatchingUnchecked") // whatever a listener throws, the worker goes on
    void tell(BiConsumer<Event, Throwable> listener) {
        try {
            listener.accept(event, error);
        } catch (Throwable e) {
            LOG.error("the abort listener failed at {}", event, e);
        }
    }

    void log(ProcessorSettings settings) {
        String event = "event " + row.id() + " of " + row.entity().name() + " "
                + row.entity().id();
        if (isLast(settings)) {
            LOG.error(
                    "{} is {} after {}: {}",
                    event,
                    releasesEntity(settings)
                            ? "aborted"
                            : "held, and the later events of its entity wait for an operator,",
                    attempts() == 1 ? "its only attempt" : attempts() + " attempts",
                    text(),
                    error);
        } else if (isPostponed()) {
            LOG.debug("{} is postponed by its handler: {}", event, text());
        } else {
            LOG.warn("{} failed at attempt {} and is retried: {}", event, attempts(), text());
        }
    }
}
