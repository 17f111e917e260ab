package dev.divvy.cache.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The answers of one connection, in the order of its requests, whatever the order in which they come. */
final class Answers {

    /** The place of one answer, or of some that came at once. */
    static final class Place {
        private @Nullable ByteBuf bytes;
        private boolean done;

        /** How many of its bytes are in {@link Answers#held}. */
        private int counted;

        private Place() {}
    }

    private final ArrayDeque<Place> waiting = new ArrayDeque<>();
    private final ChannelHandlerContext context;
    private @Nullable ByteBuf out;
    private boolean released;

    /** Bytes of answers that wait for an earlier one, but for the last one, which may grow. */
    private long held;

    Answers(ChannelHandlerContext context) {
        this.context = context;
    }

    /** Where an answer that is there at once is to be written. */
    ByteBuf now() {
        if (waiting.isEmpty()) {
            return out();
        }
        Place last = waiting.getLast();
        if (!last.done) {
            last = later();
            last.done = true;
        }
        return bytes(last);
    }

    /** Bytes that are ready and were not sent. */
    int readyBytes() {
        ByteBuf ready = out;
        return ready == null ? 0 : ready.readableBytes();
    }

    /** Bytes of answers that wait for an earlier one. */
    long heldBytes() {
        Place last = waiting.peekLast();
        if (last != null) {
            count(last);
        }
        return held;
    }

    /** Keeps a place for an answer that comes later. */
    Place later() {
        Place last = waiting.peekLast();
        if (last != null) {
            count(last); // it grows no more
        }
        Place place = new Place();
        waiting.add(place);
        return place;
    }

    /** Where the answer for this place is to be written; {@link #done} must follow at once. */
    ByteBuf at(Place place) {
        if (released) {
            return Unpooled.buffer(); // nobody will read it
        }
        return waiting.peek() == place ? out() : bytes(place);
    }

    void done(Place place) {
        place.done = true;
        count(place);
        for (Place first = waiting.peek(); first != null && first.done; first = waiting.peek()) {
            held -= first.counted;
            ByteBuf bytes = first.bytes;
            if (bytes != null) {
                out().writeBytes(bytes);
                bytes.release();
                first.bytes = null;
            }
            waiting.remove();
        }
    }

    private void count(Place place) {
        ByteBuf bytes = place.bytes;
        int length = bytes == null ? 0 : bytes.readableBytes();
        held += length - place.counted;
        place.counted = length;
    }

    int size() {
        return waiting.size();
    }

    /** Sends what is ready. */
    void flush() {
        ByteBuf full = out;
        if (full != null) {
            out = null;
            Ends.send(context, full);
        }
    }

    /** The client is gone. */
    void release() {
        released = true;
        flushNothing();
        for (Place place : waiting) {
            ByteBuf bytes = place.bytes;
            if (bytes != null) {
                bytes.release();
                place.bytes = null;
            }
        }
        waiting.clear();
    }

    private void flushNothing() {
        ByteBuf full = out;
        if (full != null) {
            out = null;
            full.release();
        }
    }

    private ByteBuf bytes(Place place) {
        ByteBuf there = place.bytes;
        if (there == null) {
            there = context.alloc().heapBuffer(128);
            place.bytes = there;
        }
        return there;
    }

    private ByteBuf out() {
        ByteBuf there = out;
        if (there == null) {
            there = context.alloc().ioBuffer(1024);
            out = there;
        }
        return there;
    }
}
