package dev.divvy.coordination.protocol;

import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.coordination.Timing;
import java.nio.charset.StandardCharsets;

/**
 * The delay before a member asks its board again after failures in a row: doubling, and a little different for every member. Unlike
 * {@link dev.divvy.coordination.support.Backoff} it draws nothing at random: the step is a function of values, and a simulation replays it.
 */
final class RetryDelay {

    private RetryDelay() {}

    static long after(int failures, String member, Timing timing) {
        long pulse = timing.pulse().toNanos();
        // Never so long that others, whose board came back sooner, could take this member for dead before it asks
        // again.
        long longest = timing.patience().toNanos();
        long wait = Math.min((pulse / 4) << Math.min(failures - 1, 8), longest);
        long seed = Xxh3.hash64(member.getBytes(StandardCharsets.UTF_8)) ^ Xxh3.hash64((long) failures);
        // Between three and five quarters of it: members that failed together do not all come back together.
        return wait * 3 / 4 + Long.remainderUnsigned(seed, wait / 2 + 1);
    }
}
