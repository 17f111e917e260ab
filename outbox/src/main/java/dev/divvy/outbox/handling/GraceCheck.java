package dev.divvy.outbox.handling;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns once when a handler call took longer than the grace time. */
final class GraceCheck {

    private static final Logger LOG = LoggerFactory.getLogger(GraceCheck.class);

    private final Duration grace;
    private final AtomicBoolean warned = new AtomicBoolean();

    GraceCheck(Duration grace) {
        this.grace = grace;
    }

    /** Checks a call that has ended; returns whether it was warned of. */
    boolean ended(long nanos) {
        boolean warns = nanos > grace.toNanos() && warned.compareAndSet(false, true);
        if (warns) {
            LOG.warn(
                    "a handler call took {}, longer than the grace time of {}: when its events move to another processor meanwhile, that one"
                            + " handles them beside this call. Set a longer grace time (OutboxSettings.withGrace, --grace), or smaller batches",
                    shown(Duration.ofMillis(nanos / 1_000_000)),
                    shown(grace));
        }
        return warns;
    }

    private static String shown(Duration time) {
        return time.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
