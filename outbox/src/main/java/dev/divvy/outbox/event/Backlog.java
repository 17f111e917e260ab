package dev.divvy.outbox.event;

import java.time.Duration;
import java.util.Optional;

/**
 * The numbers of events in the table at one moment, by state.
 *
 * @param pending events that wait to be handled, including those that have failed before
 * @param retrying pending events that have failed before
 * @param aborted events that were given up after their last attempt, without those that are held
 * @param held events that were given up and have the later events of their entity wait
 * @param done completed events that are kept
 * @param oldest the age of the oldest pending event, by the database's clock
 */
public record Backlog(long pending, long retrying, long aborted, long held, long done, Optional<Duration> oldest) {}
