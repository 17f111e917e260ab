package dev.divvy.outbox.handling;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventRow;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A failed attempt of one event. */
record FailedAttempt(EventRow row, Throwable error) {

    private static final Logger LOG = LoggerFactory.getLogger(FailedAttempt.class);

    int attempts() {
        return row.attempts() + 1;
    }

    boolean isLast(ProcessorSettings settings) {
        return attempts() >= settings.attempts();
    }

    /** Returns the backoff of the settings with a jitter of a tenth, so that events that failed together are not retried together. */
    Duration delay(ProcessorSettings settings) {
        long backoff = new Backoff(settings.retryDelay(), settings.longestRetryDelay()).nanosAfter(attempts());
        return Duration.ofNanos(backoff + ThreadLocalRandom.current().nextLong(-backoff / 10, backoff / 10 + 1));
    }

    /** Returns the text of the error, or its type when {@code toString()} fails. */
    String text() {
        try {
            return String.valueOf(error.toString());
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }

    void log(boolean last) {
        String event = "event " + row.id() + " of " + row.entity().name() + " "
                + row.entity().id();
        if (last) {
            LOG.error(
                    "{} is aborted after {}: {}",
                    event,
                    attempts() == 1 ? "its only attempt" : attempts() + " attempts",
                    text(),
                    error);
        } else {
            LOG.warn("{} failed at attempt {} and is retried: {}", event, attempts(), text());
        }
    }
}
