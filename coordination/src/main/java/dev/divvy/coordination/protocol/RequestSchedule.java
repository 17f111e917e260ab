package dev.divvy.coordination.protocol;

import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.coordination.Timing;
import java.nio.charset.StandardCharsets;

/** Decides when a member sends its next request to the board. */
final class RequestSchedule {

    /** The most pulses per pulse interval that hints of the board, or a change of the own card, can cause. */
    private static final int HINTED_PULSES_PER_INTERVAL = 20;

    /** The pulses per pulse interval of a member that waits for others to release pieces: not every board sends hints. */
    private static final int WAITING_PULSES_PER_INTERVAL = 5;

    private RequestSchedule() {}

    /**
     * Returns the time of the next pulse: once per pulse interval, and earlier when there is news or the member waits for others.
     *
     * @param last when the last one was sent
     * @param due when the next one is due in any case
     */
    static long nextPulse(long last, long due, boolean hasNews, boolean isWaiting, Timing timing) {
        long pulse = timing.pulse().toNanos();
        long early = hasNews ? last + pulse / HINTED_PULSES_PER_INTERVAL : due;
        return Math.min(Math.min(due, early), isWaiting ? last + pulse / WAITING_PULSES_PER_INTERVAL : due);
    }

    /**
     * Returns the delay before a member retries after consecutive failures of its board: doubling, and slightly different per member. Unlike
     * {@link dev.divvy.coordination.support.Backoff} it is not random: the step is a function of values, and a simulation replays it.
     */
    static long retryDelay(int failures, String member, Timing timing) {
        long pulse = timing.pulse().toNanos();
        // Short enough that members whose board came back sooner do not eject this one before it retries.
        long longest = timing.timeout().toNanos();
        long wait = Math.min((pulse / 4) << Math.min(failures - 1, 8), longest);
        long seed = Xxh3.hash64(member.getBytes(StandardCharsets.UTF_8)) ^ Xxh3.hash64((long) failures);
        // Between three and five quarters of the wait, so that members that failed together retry apart.
        return wait * 3 / 4 + Long.remainderUnsigned(seed, wait / 2 + 1);
    }
}
