package dev.divvy.cache.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The bytes that arrived on a connection and were not parsed yet: one array that grows with the largest message and shrinks again. */
public final class ReceiveBuffer {

    private static final int INITIAL = 16 * 1024;

    private byte[] data = new byte[INITIAL];
    private int from;
    private int to;

    public ReceiveBuffer() {}

    public byte[] data() {
        return data;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** Returns the bytes of memory that this buffer holds. */
    public int capacity() {
        return data.length;
    }

    public boolean isEmpty() {
        return from == to;
    }

    public void consume(int bytes) {
        from += bytes;
        if (from == to) {
            from = 0;
            to = 0;
            if (data.length > 4 * INITIAL) {
                data = new byte[INITIAL];
            }
        }
    }

    /**
     * Appends bytes that arrived.
     *
     * @param bytesNeeded the least number of bytes of the current message, counted from its beginning
     */
    public void add(ByteBuf bytes, int bytesNeeded) {
        int more = bytes.readableBytes();
        makeRoom(more, bytesNeeded);
        bytes.readBytes(data, to, more);
        to += more;
    }

    private void makeRoom(int more, int bytesNeeded) {
        if (data.length - to >= more) {
            return;
        }
        int held = to - from;
        int needed = held + more;
        if (needed > data.length) {
            // Doubled, so that a message that arrives in fragments is copied only a few times; but not much longer than
            // the message.
            int grown =
                    Math.max(needed, (int) Math.min(2L * data.length, Math.max((long) bytesNeeded + INITIAL, needed)));
            byte[] next = new byte[grown];
            System.arraycopy(data, from, next, 0, held);
            data = next;
        } else {
            System.arraycopy(data, from, data, 0, held);
        }
        from = 0;
        to = held;
    }

    /** Removes and returns the bytes that are left, for another reader. */
    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(data, from, to);
        from = 0;
        to = 0;
        return rest;
    }
}
