package dev.divvy.cache.traffic;

import io.netty.channel.ChannelHandlerContext;

/**
 * How much a client may ask before it has taken its answers. Who reads slowly, or is owed answers of a slow node, waits. Who lets more pile up
 * than the limit by what is under way already is let go.
 */
final class Pace {

    /** So many answers may be awaited at once; more requests wait in the socket. */
    private static final int MOST_AWAITED = 16 * 1024;

    /** So many bytes are sent on before the next request is looked at. */
    private static final int MUCH = 256 * 1024;

    private final ChannelHandlerContext context;
    private final Answers answers;
    private final Returns returns;
    private final long mostWaiting;

    Pace(ChannelHandlerContext context, Answers answers, Returns returns, long mostWaiting) {
        this.context = context;
        this.answers = answers;
        this.returns = returns;
        this.mostWaiting = mostWaiting;
    }

    /** Whether the next request may be looked at. */
    boolean mayAsk() {
        if (answers.readyBytes() > MUCH) {
            answers.flush();
        }
        return context.channel().isWritable()
                && answers.size() < MOST_AWAITED
                && answers.heldBytes() <= mostWaiting / 2
                && returns.isFree();
    }

    /** Whether more waits than the limit. What is ready now does not count: a client may read it at once. */
    boolean isTooMuch() {
        long unread = context.channel().isWritable() ? 0 : context.channel().bytesBeforeWritable();
        return unread + answers.heldBytes() > mostWaiting;
    }
}
