package dev.divvy.outbox.event;

import java.time.Duration;
import java.util.Optional;

/**
 * How much there is to do, at one moment.
 *
 * @param pending events that wait for being handled, those that failed before included
 * @param retrying how many of them have failed before
 * @param aborted events that were given up
 * @param done completed events that are kept
 * @param oldest the age of the oldest pending event, by the database's clock
 */
public record Backlog(long pending, long retrying, long aborted, long done, Optional<Duration> oldest) {}
