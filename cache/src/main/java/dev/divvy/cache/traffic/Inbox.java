package dev.divvy.cache.traffic;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** What has arrived on a connection and was not read yet: one array that grows with the largest message and shrinks again. */
final class Inbox {

    private static final int USUAL = 16 * 1024;

    private byte[] data = new byte[USUAL];
    private int from;
    private int to;

    byte[] data() {
        return data;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    boolean isEmpty() {
        return from == to;
    }

    void consume(int bytes) {
        from += bytes;
        if (from == to) {
            from = 0;
            to = 0;
            if (data.length > 4 * USUAL) {
                data = new byte[USUAL];
            }
        }
    }

    /** @param wanted how many bytes the message at hand takes at least, from where it begins */
    void add(ByteBuf bytes, int wanted) {
        int more = bytes.readableBytes();
        makeRoom(more, wanted);
        bytes.readBytes(data, to, more);
        to += more;
    }

    private void makeRoom(int more, int wanted) {
        if (data.length - to >= more) {
            return;
        }
        int held = to - from;
        int needed = held + more;
        if (needed > data.length) {
            // Doubled, so that a message that comes in pieces is copied a few times only; not much beyond what it
            // needs.
            int grown = Math.max(needed, (int) Math.min(2L * data.length, Math.max((long) wanted + USUAL, needed)));
            byte[] next = new byte[grown];
            System.arraycopy(data, from, next, 0, held);
            data = next;
        } else {
            System.arraycopy(data, from, data, 0, held);
        }
        from = 0;
        to = held;
    }

    /** Takes what is left away, for the one who reads on. */
    byte[] rest() {
        byte[] rest = Arrays.copyOfRange(data, from, to);
        from = 0;
        to = 0;
        return rest;
    }
}
