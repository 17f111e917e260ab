package dev.divvy.outbox.handling;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.outbox.event.PartialFailureException;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.TargetUnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breaker of one processor: while the handler's target is unavailable, its workers make no calls, except one at a time that probes
 * whether it is available again. Thread-safe.
 */
final class TargetCircuit {

    private static final Logger LOG = LoggerFactory.getLogger(TargetCircuit.class);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

    /** A processor that waits for its target must not seem to be stalled. */
    private static final int REPORTS_PER_STALL = 3;

    private final Backoff backoff;
    private final Runnable progressed;
    private final long reportNanos;

    /** Consecutive failures of the target; none when calls are allowed. Guarded by this object, as are the next fields. */
    private int failures;

    private long nextProbe;

    /** The caller that probes now; null when none does. */
    private @Nullable Object prober;

    private boolean ended;

    /** @param progressed reports that this processor works as well as it can */
    TargetCircuit(ProcessorSettings settings, Runnable progressed) {
        Duration first = settings.retryDelay();
        Duration longest = settings.longestRetryDelay().compareTo(LONGEST_DELAY) < 0
                ? settings.longestRetryDelay()
                : LONGEST_DELAY;
        this.backoff = new Backoff(first, longest.compareTo(first) < 0 ? first : longest);
        this.progressed = progressed;
        this.reportNanos = settings.stalledAfter().toNanos() / REPORTS_PER_STALL;
    }

    /** Waits until this caller may make calls, possibly as the only one. It must call {@link #release} after its calls. */
    synchronized void await(Object caller) throws InterruptedException {
        while (failures > 0 && !ended) {
            long delay = nextProbe - System.nanoTime();
            if (prober == null && delay <= 0) {
                prober = caller;
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, prober == null ? Math.min(delay, reportNanos) : reportNanos);
            progressed.run();
        }
    }

    /** Returns whether this caller may make a call now. */
    synchronized boolean allows(Object caller) {
        return failures == 0 || prober == caller;
    }

    /** Returns whether this caller's next call tries whether the target is available again. */
    synchronized boolean isProbing(Object caller) {
        return failures > 0 && prober == caller;
    }

    /** Records the result of a call: the target is available unless the error says otherwise. */
    synchronized void record(Object caller, @Nullable Throwable error) {
        TargetUnavailableException unavailable = error == null ? null : unavailable(error);
        if (unavailable == null) {
            available();
        } else if (allows(caller)) {
            unavailable(unavailable);
        }
    }

    /** Returns what an error says about the target; null when it says nothing. */
    static @Nullable TargetUnavailableException unavailable(Throwable error) {
        Stream<Throwable> errors =
                error instanceof PartialFailureException ? Stream.of(error.getSuppressed()) : Stream.of(error);
        return errors.flatMap(each -> Causes.first(each, TargetUnavailableException.class).stream())
                .findFirst()
                .orElse(null);
    }

    private void available() {
        if (failures > 0) {
            LOG.info("the target is available again");
            failures = 0;
            prober = null;
            notifyAll();
        }
    }

    private void unavailable(TargetUnavailableException error) {
        failures++;
        prober = null;
        long delay =
                Math.max(backoff.randomNanosAfter(failures), error.retryAfter().toNanos());
        nextProbe = System.nanoTime() + delay;
        if (failures == 1) {
            LOG.warn(
                    "the target is not available; no event has failed, and one call at a time tries it again: {}",
                    error.getMessage());
        } else {
            LOG.debug("the target is not available, {} times in a row: {}", failures, error.getMessage());
        }
        progressed.run();
        notifyAll();
    }

    /** Ends the calls of this caller. If it was to probe and made no call, another one may. */
    synchronized void release(Object caller) {
        if (prober == caller) {
            prober = null;
            notifyAll();
        }
    }

    /** Ends all waits: the processor closes. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }
}
