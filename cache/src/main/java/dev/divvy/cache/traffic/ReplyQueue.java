package dev.divvy.cache.traffic;

import dev.divvy.cache.resp.ReplyWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The replies of one client connection, in the order of its requests, whatever the order in which they become ready. It also measures how
 * far the client is behind: one that reads slowly, or waits for a slow node, may not ask for more.
 */
final class ReplyQueue {

    /** So many replies may be awaited at once; more requests wait in the socket. */
    private static final int MOST_AWAITED = 16 * 1024;

    /** So many bytes are sent before the next request is looked at. */
    private static final int MUCH = 256 * 1024;

    /** The place of one reply, or of several that were ready at once. */
    final class Slot implements ForwardedRequest.ReplyTarget {
        private final boolean resp3;
        private @Nullable ByteBuf bytes;
        private boolean done;

        /** How many of its bytes are in {@link ReplyQueue#held}. */
        private int counted;

        private Slot(boolean resp3) {
            this.resp3 = resp3;
        }

        /** Returns the buffer for this reply; {@link #complete} must follow at once. */
        ByteBuf begin() {
            if (released) {
                return Unpooled.buffer(); // the client is gone
            }
            return waiting.peek() == this ? out() : bytes();
        }

        void complete() {
            done = true;
            count();
            sendCompleted();
        }

        @Override
        public void answered(byte[] data, int from, int length) {
            PeerProtocol.copyReply(begin(), data, from, length, resp3);
            complete();
        }

        @Override
        public void failed(String error) {
            ReplyWriter.error(begin(), error);
            complete();
        }

        private void count() {
            ByteBuf written = bytes;
            int length = written == null ? 0 : written.readableBytes();
            held += length - counted;
            counted = length;
        }

        private ByteBuf bytes() {
            ByteBuf written = bytes;
            if (written == null) {
                written = context.alloc().heapBuffer(128);
                bytes = written;
            }
            return written;
        }

        private void release() {
            ByteBuf written = bytes;
            if (written != null) {
                written.release();
                bytes = null;
            }
        }
    }

    private final ArrayDeque<Slot> waiting = new ArrayDeque<>();
    private final ChannelHandlerContext context;
    private final long mostWaiting;
    private @Nullable ByteBuf out;
    private boolean released;

    /** Bytes of replies that wait for an earlier one, without those of the last slot, which may grow. */
    private long held;

    /** @param mostWaiting bytes of replies that may wait for a client that does not read */
    ReplyQueue(ChannelHandlerContext context, long mostWaiting) {
        this.context = context;
        this.mostWaiting = mostWaiting;
    }

    /** Returns the buffer for a reply that is ready at once. */
    ByteBuf now() {
        if (waiting.isEmpty()) {
            return out();
        }
        Slot last = waiting.getLast();
        if (!last.done) {
            last = reserve(false);
            last.done = true;
        }
        return last.bytes();
    }

    /** Keeps a place for a reply that comes later. */
    Slot reserve(boolean resp3) {
        Slot last = waiting.peekLast();
        if (last != null) {
            last.count(); // it grows no more
        }
        Slot slot = new Slot(resp3);
        waiting.add(slot);
        return slot;
    }

    private void sendCompleted() {
        for (Slot first = waiting.peek(); first != null && first.done; first = waiting.peek()) {
            held -= first.counted;
            ByteBuf bytes = first.bytes;
            if (bytes != null) {
                out().writeBytes(bytes);
                first.release();
            }
            waiting.remove();
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns whether the client may ask for more. */
    boolean acceptsMore() {
        ByteBuf ready = out;
        if (ready != null && ready.readableBytes() > MUCH) {
            flush();
        }
        return context.channel().isWritable() && waiting.size() < MOST_AWAITED && heldBytes() <= mostWaiting / 2;
    }

    /** Returns whether more waits than the limit. Replies that are ready do not count: the client may read them at once. */
    boolean isOverLimit() {
        long unread = context.channel().isWritable() ? 0 : context.channel().bytesBeforeWritable();
        return unread + heldBytes() > mostWaiting;
    }

    private long heldBytes() {
        Slot last = waiting.peekLast();
        if (last != null) {
            last.count();
        }
        return held;
    }

    /** Sends the replies that are ready. */
    void flush() {
        ByteBuf full = out;
        if (full != null) {
            out = null;
            var unused = context.writeAndFlush(full, context.voidPromise());
        }
    }

    /** Drops all replies: the client is gone. */
    void release() {
        released = true;
        ByteBuf unsent = out;
        if (unsent != null) {
            out = null;
            unsent.release();
        }
        waiting.forEach(Slot::release);
        waiting.clear();
    }

    private ByteBuf out() {
        ByteBuf ready = out;
        if (ready == null) {
            ready = context.alloc().ioBuffer(1024);
            out = ready;
        }
        return ready;
    }
}
