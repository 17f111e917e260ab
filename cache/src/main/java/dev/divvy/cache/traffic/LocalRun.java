package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.PendingReply;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a command for a token that this node serves.
 *
 * @param counts whether it counts in the sum of a request for many keys
 * @param refused whether it was refused, because too few copies are complete; nothing was done
 * @param pending the reply, when it must wait for the copies of the token; null when it may be sent at once
 */
record LocalRun(boolean counts, boolean refused, @Nullable PendingReply pending) {

    /** The outcome of a write that was refused. */
    static final LocalRun REFUSED = new LocalRun(false, true, null);

    /** The error of a write that was refused; Redis clients know it. */
    static final String TOO_FEW_COPIES = "NOREPLICAS Not enough good replicas to write.";

    private static final LocalRun COUNTED = new LocalRun(true, false, null);
    private static final LocalRun NOT_COUNTED = new LocalRun(false, false, null);

    static LocalRun of(boolean counts, @Nullable PendingReply pending) {
        if (pending != null) {
            return new LocalRun(counts, false, pending);
        }
        return counts ? COUNTED : NOT_COUNTED;
    }

    /** Takes back what was written to a buffer from this index on, and returns it. */
    static byte[] takeBack(ByteBuf out, int from) {
        byte[] reply = new byte[out.writerIndex() - from];
        out.getBytes(from, reply);
        out.writerIndex(from);
        return reply;
    }
}
