package dev.divvy.outbox.event;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** How one instance processes events. Each {@code with...} returns a copy with one setting changed. */
public final class ProcessorSettings {

    private static final ProcessorSettings DEFAULTS = new ProcessorSettings(new Values());

    /** Changed only before a settings object has it. */
    private static final class Values {

        private Duration pollingInterval = Duration.ofMillis(100);
        private int batchSize = 50;
        private Duration retryDelay = Duration.ofSeconds(1);
        private Duration longestRetryDelay = Duration.ofMinutes(5);
        private int attempts = 10;
        private int workers = 2;
        private Duration handlerTimeout = Duration.ofMinutes(1);
        private Optional<Duration> keepDone = Optional.empty();
        private Optional<String> pieces = Optional.empty();

        private Values copy() {
            Values copy = new Values();
            copy.pollingInterval = pollingInterval;
            copy.batchSize = batchSize;
            copy.retryDelay = retryDelay;
            copy.longestRetryDelay = longestRetryDelay;
            copy.attempts = attempts;
            copy.workers = workers;
            copy.handlerTimeout = handlerTimeout;
            copy.keepDone = keepDone;
            copy.pieces = pieces;
            return copy;
        }
    }

    private final Values values;

    private ProcessorSettings(Values values) {
        Durations.positive("polling interval", values.pollingInterval);
        Durations.positive("retry delay", values.retryDelay);
        Durations.positive("longest retry delay", values.longestRetryDelay);
        if (values.longestRetryDelay.compareTo(values.retryDelay) < 0) {
            throw new IllegalArgumentException("longest retry delay " + values.longestRetryDelay
                    + " must be at least the first retry delay " + values.retryDelay);
        }
        Durations.positive("handler timeout", values.handlerTimeout);
        values.keepDone.ifPresent(time -> Durations.positive("time to keep completed events", time));
        between("batch size", values.batchSize, 1, 10_000);
        between("attempts", values.attempts, 1, 1_000_000);
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

    /** Returns how often the instance looks for events when there were none; where the database tells of new ones, it looks rarely. */
    public Duration pollingInterval() {
        return values.pollingInterval;
    }

    public ProcessorSettings withPollingInterval(Duration interval) {
        return with(next -> next.pollingInterval = interval);
    }

    /**
     * Returns how many events a batch has at most: they are handled and completed together. Events that are handled one by one are completed
     * up to four batches at a time, and not later than a quarter of a second after the first, or at the end of a longer call.
     */
    public int batchSize() {
        return values.batchSize;
    }

    public ProcessorSettings withBatchSize(int size) {
        return with(next -> next.batchSize = size);
    }

    /** Returns how long after its first failure an event is tried again; doubled after each further failure. */
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

    /** Returns how often an event is tried before it is aborted. */
    public int attempts() {
        return values.attempts;
    }

    public ProcessorSettings withAttempts(int attempts) {
        return with(next -> next.attempts = attempts);
    }

    /** Returns how many batches are handled at once; events of an entity are with one worker at a time. */
    public int workers() {
        return values.workers;
    }

    public ProcessorSettings withWorkers(int workers) {
        return with(next -> next.workers = workers);
    }

    /** Returns how long one call of the handler may take; then it is interrupted, and has failed. */
    public Duration handlerTimeout() {
        return values.handlerTimeout;
    }

    public ProcessorSettings withHandlerTimeout(Duration timeout) {
        return with(next -> next.handlerTimeout = timeout);
    }

    /** Returns how long completed events are kept; empty when they are deleted at once. */
    public Optional<Duration> keepDone() {
        return values.keepDone;
    }

    /** Keeps completed events for this long, for people to look at. */
    public ProcessorSettings withKeepDone(Duration time) {
        return with(next -> next.keepDone = Optional.of(time));
    }

    /** Returns the fixed part of the tokens that this instance works on, as "0-127"; empty when it shares all of them with the others. */
    public Optional<String> pieces() {
        return values.pieces;
    }

    /** Works on these tokens only, such as "0-127,200"; instances with the same ones share them, and no other instance works on them. */
    public ProcessorSettings withPieces(String ranges) {
        return with(next -> next.pieces = Optional.of(ranges));
    }

    private static void between(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " must be from " + least + " to " + most);
        }
    }
}
