package dev.divvy.outbox.event;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Settings of one instance that processes events. Each {@code with...} returns a copy with one setting changed. */
public final class ProcessorSettings {

    private static final Duration STALL_SPARE = Duration.ofSeconds(10);
    private static final Duration MIN_STALL = Duration.ofSeconds(30);
    private static final ProcessorSettings DEFAULTS = new ProcessorSettings(new Values());

    /** Mutable only until a settings object holds it. */
    private static final class Values {

        private Duration pollingInterval = Duration.ofMillis(100);
        private int batchSize = 50;
        private Duration retryDelay = Duration.ofSeconds(1);
        private Duration longestRetryDelay = Duration.ofMinutes(5);
        private int attempts = 10;
        private int crashAttempts = 2;
        private AfterLastAttempt afterLastAttempt = AfterLastAttempt.SKIP;
        private int workers = 2;
        private Duration handlerTimeout = Duration.ofMinutes(1);
        private Optional<Duration> stalledAfter = Optional.empty();
        private BiConsumer<Event, Throwable> abortListener = (event, error) -> {};
        private Optional<Duration> keepDone = Optional.empty();
        private Optional<String> pieces = Optional.empty();

        private Values copy() {
            Values copy = new Values();
            copy.pollingInterval = pollingInterval;
            copy.batchSize = batchSize;
            copy.retryDelay = retryDelay;
            copy.longestRetryDelay = longestRetryDelay;
            copy.attempts = attempts;
            copy.crashAttempts = crashAttempts;
            copy.afterLastAttempt = afterLastAttempt;
            copy.workers = workers;
            copy.handlerTimeout = handlerTimeout;
            copy.stalledAfter = stalledAfter;
            copy.abortListener = abortListener;
            copy.keepDone = keepDone;
            copy.pieces = pieces;
            return copy;
        }
    }

    private final Values values;

    private ProcessorSettings(Values values) {
        Objects.requireNonNull(values.afterLastAttempt, "after last attempt");
        Objects.requireNonNull(values.abortListener, "abort listener");
        Durations.positive("polling interval", values.pollingInterval);
        Durations.positive("retry delay", values.retryDelay);
        Durations.positive("longest retry delay", values.longestRetryDelay);
        if (values.longestRetryDelay.compareTo(values.retryDelay) < 0) {
            throw new IllegalArgumentException("longest retry delay " + values.longestRetryDelay
                    + " must be at least the first retry delay " + values.retryDelay);
        }
        Durations.positive("handler timeout", values.handlerTimeout);
        values.stalledAfter.ifPresent(limit -> Durations.positive("limit without progress", limit));
        values.keepDone.ifPresent(time -> Durations.positive("time to keep completed events", time));
        between("batch size", values.batchSize, 1, 10_000);
        between("attempts", values.attempts, 1, 1_000_000);
        between("crash attempts", values.crashAttempts, 1, 1_000_000);
        between("workers", values.workers, 1, 256);
        this.values = values;
    }

    public static ProcessorSettings defaults() {
        return DEFAULTS;
    }

    private ProcessorSettings with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new ProcessorSettings(next);
    }

    /**
     * Returns how soon an instance polls again after it found nothing. The interval is doubled while it finds nothing, up to 1.2 s unless this
     * is longer. Where the database notifies it of new events, it polls every 2 s.
     */
    public Duration pollingInterval() {
        return values.pollingInterval;
    }

    public ProcessorSettings withPollingInterval(Duration interval) {
        return with(next -> next.pollingInterval = interval);
    }

    /**
     * Returns the maximum number of events per batch, which are handled and completed together. Events that are handled one by one are
     * completed up to four batches at a time, and within a quarter of a second of the first, or at the end of a longer call.
     */
    public int batchSize() {
        return values.batchSize;
    }

    public ProcessorSettings withBatchSize(int size) {
        return with(next -> next.batchSize = size);
    }

    /** Returns the delay after the first failure of an event; it is doubled after each further failure. */
    public Duration retryDelay() {
        return values.retryDelay;
    }

    /** Returns the delay at which the doubling stops. */
    public Duration longestRetryDelay() {
        return values.longestRetryDelay;
    }

    /** Sets the delay after the first failure, and the longest one. */
    public ProcessorSettings withRetryDelay(Duration first, Duration longest) {
        return with(next -> {
            next.retryDelay = first;
            next.longestRetryDelay = longest;
        });
    }

    /** Returns the number of attempts after which an event is aborted. */
    public int attempts() {
        return values.attempts;
    }

    public ProcessorSettings withAttempts(int attempts) {
        return with(next -> next.attempts = attempts);
    }

    /**
     * Returns the number of consecutive attempts that ended their process after which an event is aborted, if that is less than
     * {@link #attempts}. Only attempts of events that were handled alone count: after a takeover from a processor that was ejected, the events
     * that it may have had in hand are handled so.
     */
    public int crashAttempts() {
        return values.crashAttempts;
    }

    public ProcessorSettings withCrashAttempts(int attempts) {
        return with(next -> next.crashAttempts = attempts);
    }

    public AfterLastAttempt afterLastAttempt() {
        return values.afterLastAttempt;
    }

    /** Sets what happens to the later events of an entity after the last attempt of one. By default they are handled without it. */
    public ProcessorSettings withAfterLastAttempt(AfterLastAttempt choice) {
        return with(next -> next.afterLastAttempt = choice);
    }

    public BiConsumer<Event, Throwable> abortListener() {
        return values.abortListener;
    }

    /**
     * Calls this listener after each event that this instance has given up, with the event and the error of its last attempt: for example to
     * alert a person. It is called after the commit, on the thread of a worker, which handles nothing meanwhile; what it throws is logged and
     * otherwise ignored.
     *
     * <p>It is called once for each abort that this instance knows to be committed: not when the process ends in between, nor when the
     * database's answer to the commit was lost. The table has all aborted events.
     */
    public ProcessorSettings withAbortListener(BiConsumer<Event, Throwable> listener) {
        return with(next -> next.abortListener = listener);
    }

    /** Returns the number of threads that handle batches; events of an entity are with one thread at a time. */
    public int workers() {
        return values.workers;
    }

    public ProcessorSettings withWorkers(int workers) {
        return with(next -> next.workers = workers);
    }

    /** Returns how long one call of the handler may take. A call that takes longer is interrupted and has failed. */
    public Duration handlerTimeout() {
        return values.handlerTimeout;
    }

    public ProcessorSettings withHandlerTimeout(Duration timeout) {
        return with(next -> next.handlerTimeout = timeout);
    }

    /**
     * Returns how long this instance may hold a share without reading or completing anything before it gives the share to the others, until it
     * can work again. By default ten seconds more than the handler timeout, and at least thirty.
     */
    public Duration stalledAfter() {
        Duration usual = values.handlerTimeout.plus(STALL_SPARE);
        return values.stalledAfter.orElse(usual.compareTo(MIN_STALL) < 0 ? MIN_STALL : usual);
    }

    public ProcessorSettings withStalledAfter(Duration limit) {
        return with(next -> next.stalledAfter = Optional.of(limit));
    }

    /** Returns how long completed events are kept; empty when they are deleted at once. */
    public Optional<Duration> keepDone() {
        return values.keepDone;
    }

    /** Keeps completed events for this long, for people to read. */
    public ProcessorSettings withKeepDone(Duration time) {
        return with(next -> next.keepDone = Optional.of(time));
    }

    /** Returns the only tokens that this processor owns, as "0-127"; empty when it may own any. */
    public Optional<String> pieces() {
        return values.pieces;
    }

    /**
     * Owns these tokens only, such as "0-127,200". Processors with the same tokens share them, for example during a restart; those without
     * pieces of their own share the tokens that none of these names. A token that all processors leave out has no owner, and its events wait: a warning
     * in the log, and {@code OutboxAdmin.warnings()}, name it.
     */
    public ProcessorSettings withPieces(String ranges) {
        return with(next -> next.pieces = Optional.of(ranges));
    }

    private static void between(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + " must be from " + min + " to " + max);
        }
    }
}
