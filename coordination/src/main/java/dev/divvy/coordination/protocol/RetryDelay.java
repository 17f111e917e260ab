package dev.divvy.coordination.protocol;

import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.coordination.Timing;
import java.nio.charset.StandardCharsets;

/**
 * The delay before a member retries after consecutive failures of its board: doubling, and slightly different per member. Unlike
 * {@link dev.divvy.coordination.support.Backoff} it is not random: the step is a function of values, and a simulation replays it.
 */
final class RetryDelay {

    private RetryDelay() {}

    static long after(int failures, String member, Timing timing) {
        long pulse = timing.pulse().toNanos();
        // Short enough that members whose board came back sooner do not eject this one before it retries.
        long longest = timing.timeout().toNanos();
        long wait = Math.min((pulse / 4) << Math.min(failures - 1, 8), longest);
        long seed = Xxh3.hash64(member.getBytes(StandardCharsets.UTF_8)) ^ Xxh3.hash64((long) failures);
        // Between three and five quarters of the wait, so that members that failed together retry apart.
        return wait * 3 / 4 + Long.remainderUnsigned(seed, wait / 2 + 1);
    }
}
