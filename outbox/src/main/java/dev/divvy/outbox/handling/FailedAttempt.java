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

    /** Returns the backoff of the settings, give or take a tenth, so that events that failed together do not come back together. */
    Duration delay(ProcessorSettings settings) {
        long plain = new Backoff(settings.retryDelay(), settings.longestRetryDelay()).nanosAfter(attempts());
        return Duration.ofNanos(plain + ThreadLocalRandom.current().nextLong(-plain / 10, plain / 10 + 1));
    }

    /** Returns what the error says of itself; some say nothing, or fail even at that. */
    String text() {
        try {
            return String.valueOf(error.toString());
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }

    void log(boolean last) {
        String what = "event " + row.id() + " of " + row.entity().name() + " "
                + row.entity().id();
        if (last) {
            LOG.error(
                    "{} is aborted after {}: {}",
                    what,
                    attempts() == 1 ? "its only attempt" : attempts() + " attempts",
                    text(),
                    error);
        } else {
            LOG.warn("{} failed and is tried again, attempt {}: {}", what, attempts(), text());
        }
    }
}
