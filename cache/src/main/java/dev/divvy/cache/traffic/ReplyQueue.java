package dev.divvy.cache.traffic;

import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.socket.ListeningSocket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The replies of one client connection, in the order of its requests, whatever the order in which they become ready. It also limits the
 * backlog: a client that reads slowly, or waits for a slow node, may not ask for more.
 */
final class ReplyQueue {

    /** The replies that may be pending at once; further requests wait in the socket. */
    private static final int MAX_PENDING = 16 * 1024;

    /** The bytes of replies that are flushed before the next request is read. */
    private static final int FLUSH_BYTES = 256 * 1024;

    /** The slot of one reply, or of several that were ready at once. */
    final class Slot implements ForwardedRequest.ReplyTarget {
        private final boolean resp3;
        private @Nullable ByteBuf bytes;
        private boolean done;

        /** Set for a slot that takes no further replies. */
        private boolean sealed;

        /** The number of its bytes that are counted in {@link ReplyQueue#held}. */
        private int counted;

        private Slot(boolean resp3) {
            this.resp3 = resp3;
        }

        /** Returns the buffer for this reply; {@link #complete} must follow at once. */
        ByteBuf begin() {
            if (released) {
                return Unpooled.buffer(); // the client has disconnected
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

        /** Has further replies go into another slot. */
        void seal() {
            sealed = true;
        }

        /** Takes back what was written, and is complete. */
        void discard() {
            ByteBuf written = bytes;
            if (written != null) {
                written.clear();
            }
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
    private final long maxUnreadBytes;
    private final Runnable drained;
    private @Nullable ByteBuf out;
    private boolean draining;
    private boolean released;

    /** The bytes of replies that wait for an earlier one, without those of the last slot, which may grow. */
    private long held;

    /**
     * Creates an empty queue.
     *
     * @param maxUnreadBytes the bytes of replies that may wait for a client that does not read
     * @param drained called when replies that the socket did not take at once have been sent
     */
    ReplyQueue(ChannelHandlerContext context, long maxUnreadBytes, Runnable drained) {
        this.context = context;
        this.maxUnreadBytes = maxUnreadBytes;
        this.drained = drained;
    }

    /** Returns the buffer for a reply that is ready at once. */
    ByteBuf immediate() {
        if (waiting.isEmpty()) {
            return out();
        }
        Slot last = waiting.getLast();
        if (!last.done || last.sealed) {
            last = reserve(false);
            last.done = true;
        }
        return last.bytes();
    }

    /** Returns the last slot, the buffer of which {@link #immediate} has just returned. */
    Slot last() {
        return waiting.getLast();
    }

    /** Reserves the slot of a reply that comes later. */
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

    /** Whether the client may ask for more. */
    boolean acceptsMore() {
        ByteBuf ready = out;
        if (ready != null && ready.readableBytes() > FLUSH_BYTES) {
            flush();
        }
        return context.channel().isWritable() && waiting.size() < MAX_PENDING && heldBytes() <= maxUnreadBytes / 2;
    }

    /** Whether the unread replies exceed the limit. Replies that are not flushed yet do not count: the client may read them at once. */
    boolean isOverLimit() {
        long unread = context.channel().isWritable() ? 0 : context.channel().bytesBeforeWritable();
        return unread + heldBytes() > maxUnreadBytes;
    }

    /** Returns the bytes of all replies that the client has not taken. */
    long unreadBytes() {
        ByteBuf ready = out;
        return heldBytes() + (ready == null ? 0 : ready.readableBytes()) + unsentBytes();
    }

    /** Returns the bytes that the socket has not taken. */
    private long unsentBytes() {
        return context.channel().isWritable()
                ? ListeningSocket.WATER_MARKS.high() - context.channel().bytesBeforeUnwritable()
                : ListeningSocket.WATER_MARKS.low() + context.channel().bytesBeforeWritable();
    }

    /** Returns the bytes of replies that wait for an earlier one. */
    long heldBytes() {
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
            if (!draining && unsentBytes() > 0) {
                draining = true;
                var unusedToo = context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> {
                    draining = false;
                    drained.run();
                });
            }
        }
    }

    /** Drops all replies: the client has disconnected. */
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
