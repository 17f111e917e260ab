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
 * @param oldest the age of the oldest pending event, by the database's clock; where numbers are estimated, of the oldest that was seen
 * @param estimated whether numbers above {@link #EXACT_UP_TO} are estimates; on H2 they never are
 */
public record Backlog(
        long pending, long retrying, long aborted, long held, long done, Optional<Duration> oldest, boolean estimated) {

    /** The largest count of a state that is exact in any database. */
    public static final int EXACT_UP_TO = 10_000;
}
