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

        private Place() {}
    }

    private final ArrayDeque<Place> waiting = new ArrayDeque<>();
    private final ChannelHandlerContext context;
    private @Nullable ByteBuf out;
    private boolean released;

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

    /** Keeps a place for an answer that comes later. */
    Place later() {
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
        for (Place first = waiting.peek(); first != null && first.done; first = waiting.peek()) {
            ByteBuf bytes = first.bytes;
            if (bytes != null) {
                out().writeBytes(bytes);
                bytes.release();
                first.bytes = null;
            }
            waiting.remove();
        }
    }

    int size() {
        return waiting.size();
    }

    boolean hasSome() {
        return out != null;
    }

    /** Sends what is ready. */
    void flush() {
        ByteBuf full = out;
        if (full != null) {
            out = null;
            context.writeAndFlush(full, context.voidPromise());
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
            there = context.alloc().heapBuffer(1024);
            out = there;
        }
        return there;
    }
}
