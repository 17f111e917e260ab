package dev.divvy.outbox.event;

import java.time.Duration;
import java.util.Optional;

/**
 * How one instance processes events.
 *
 * @param pollingInterval how often it looks for events when there were none and nobody tells; where the database tells, it looks rarely
 * @param batchSize how many events a batch has at most: they are handled and completed together. Events that are handled one by one are
 *     completed up to four batches at a time, and not later than a quarter of a second after the first, or at the end of a longer call
 * @param retryDelay how long after its first failure an event is tried again; doubled after each further one
 * @param longestRetryDelay what the doubling stops at
 * @param attempts how often an event is tried before it is aborted
 * @param workers how many batches are handled at once; events of an entity are with one worker at a time
 * @param handlerTimeout how long one call of the handler may take; it is interrupted then, and has failed
 * @param keepDone how long completed events are kept; empty to delete them at once
 * @param pieces the fixed part of the tokens that this instance works on, as "0-127"; empty to share all with the others
 */
public record ProcessorSettings(
        Duration pollingInterval,
        int batchSize,
        Duration retryDelay,
        Duration longestRetryDelay,
        int attempts,
        int workers,
        Duration handlerTimeout,
        Optional<Duration> keepDone,
        Optional<String> pieces) {

    private static final Duration LONGEST = Duration.ofDays(366);

    public static final ProcessorSettings DEFAULT = new ProcessorSettings(
            Duration.ofMillis(100),
            50,
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            10,
            2,
            Duration.ofMinutes(1),
            Optional.empty(),
            Optional.empty());

    public ProcessorSettings {
        positive("polling interval", pollingInterval);
        positive("retry delay", retryDelay);
        positive("longest retry delay", longestRetryDelay);
        positive("handler timeout", handlerTimeout);
        keepDone.ifPresent(time -> positive("time to keep completed events", time));
        between("batch size", batchSize, 1, 10_000);
        between("attempts", attempts, 1, 1_000_000);
        between("workers", workers, 1, 256);
    }

    public ProcessorSettings withPollingInterval(Duration next) {
        return new ProcessorSettings(
                next, batchSize, retryDelay, longestRetryDelay, attempts, workers, handlerTimeout, keepDone, pieces);
    }

    public ProcessorSettings withBatchSize(int next) {
        return new ProcessorSettings(
                pollingInterval,
                next,
                retryDelay,
                longestRetryDelay,
                attempts,
                workers,
                handlerTimeout,
                keepDone,
                pieces);
    }

    /** How long to wait after the first failure, and at most. */
    public ProcessorSettings withRetryDelay(Duration first, Duration longest) {
        return new ProcessorSettings(
                pollingInterval, batchSize, first, longest, attempts, workers, handlerTimeout, keepDone, pieces);
    }

    public ProcessorSettings withAttempts(int next) {
        return new ProcessorSettings(
                pollingInterval,
                batchSize,
                retryDelay,
                longestRetryDelay,
                next,
                workers,
                handlerTimeout,
                keepDone,
                pieces);
    }

    public ProcessorSettings withWorkers(int next) {
        return new ProcessorSettings(
                pollingInterval,
                batchSize,
                retryDelay,
                longestRetryDelay,
                attempts,
                next,
                handlerTimeout,
                keepDone,
                pieces);
    }

    public ProcessorSettings withHandlerTimeout(Duration next) {
        return new ProcessorSettings(
                pollingInterval, batchSize, retryDelay, longestRetryDelay, attempts, workers, next, keepDone, pieces);
    }

    /** Keeps completed events for this long, for people to look at. */
    public ProcessorSettings keepingDone(Duration time) {
        return new ProcessorSettings(
                pollingInterval,
                batchSize,
                retryDelay,
                longestRetryDelay,
                attempts,
                workers,
                handlerTimeout,
                Optional.of(time),
                pieces);
    }

    /** Works on these tokens only, such as "0-127,200": whoever is given the same ones shares them with this instance, and nobody else. */
    public ProcessorSettings onPieces(String ranges) {
        return new ProcessorSettings(
                pollingInterval,
                batchSize,
                retryDelay,
                longestRetryDelay,
                attempts,
                workers,
                handlerTimeout,
                keepDone,
                Optional.of(ranges));
    }

    private static void positive(String what, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " " + value + " must be positive and at most a year");
        }
    }

    private static void between(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " must be from " + least + " to " + most);
        }
    }
}
