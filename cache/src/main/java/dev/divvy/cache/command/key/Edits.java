package dev.divvy.cache.command.key;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;

/** Commands that change a part of a value. The expiry stays. */
public final class Edits {

    private Edits() {}

    public static void append(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] old = Values.find(request, 1, shelf, now);
        int length = old == null ? 0 : Entry.valueLength(old);
        splice(request, 2, length, shelf, now, out);
    }

    public static void setRange(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return;
        }
        long offset = request.number(2);
        if (offset < 0) {
            Replies.error(out, Faults.OFFSET);
            return;
        }
        if (request.length(3) == 0) {
            byte[] old = Values.find(request, 1, shelf, now);
            Replies.integer(out, old == null ? 0 : Entry.valueLength(old));
            return;
        }
        splice(request, 3, offset, shelf, now, out);
    }

    /** Writes an argument over the value from an offset on; what lies between the value and the offset becomes zeros. */
    private static void splice(Request request, int piece, long offset, Shelf shelf, long now, ByteBuf out) {
        if (offset > shelf.longestValue() - request.length(piece)) {
            Replies.error(out, Faults.TOO_LONG);
            return;
        }
        byte[] old = Values.find(request, 1, shelf, now);
        int oldLength = old == null ? 0 : Entry.valueLength(old);
        int length = Math.max(oldLength, (int) offset + request.length(piece));
        byte[] entry = Values.blank(request, 1, length, Values.expiry(old), now);
        int start = Entry.valueStart(entry);
        if (old != null) {
            System.arraycopy(old, start, entry, start, oldLength);
        }
        Values.copy(request, piece, entry, start + (int) offset);
        shelf.put(entry);
        Replies.integer(out, length);
    }
}
