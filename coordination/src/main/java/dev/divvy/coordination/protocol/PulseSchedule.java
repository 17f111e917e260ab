package dev.divvy.coordination.protocol;

import dev.divvy.coordination.Timing;

/** Decides when a member sends its next pulse: once per pulse interval, and earlier when there is news or it waits for others. */
final class PulseSchedule {

    /** The most pulses per pulse interval that hints of the board, or a change of the own card, can cause. */
    private static final int HINTED_PULSES_PER_INTERVAL = 20;

    /** The pulses per pulse interval of a member that waits for others to release pieces: not every board sends hints. */
    private static final int WAITING_PULSES_PER_INTERVAL = 5;

    private PulseSchedule() {}

    /**
     * Returns the time of the next pulse.
     *
     * @param last when the last one was sent
     * @param due when the next one is due in any case
     */
    static long next(long last, long due, boolean hasNews, boolean isWaiting, Timing timing) {
        long pulse = timing.pulse().toNanos();
        long early = hasNews ? last + pulse / HINTED_PULSES_PER_INTERVAL : due;
        return Math.min(Math.min(due, early), isWaiting ? last + pulse / WAITING_PULSES_PER_INTERVAL : due);
    }
}
