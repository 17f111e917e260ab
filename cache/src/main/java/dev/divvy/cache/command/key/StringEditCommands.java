package dev.divvy.cache.command.key;

import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** Commands that change a part of a value. The expiry stays. */
public final class StringEditCommands {

    private StringEditCommands() {}

    public static void append(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] old = EntryAccess.find(request, 1, store, now);
        int length = old == null ? 0 : EntryLayout.valueLength(old);
        splice(request, 2, length, store, now, out);
    }

    public static void setRange(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        long offset = request.number(2);
        if (offset < 0) {
            ReplyWriter.error(out, ErrorReplies.OFFSET);
            return;
        }
        if (request.length(3) == 0) {
            byte[] old = EntryAccess.find(request, 1, store, now);
            ReplyWriter.integer(out, old == null ? 0 : EntryLayout.valueLength(old));
            return;
        }
        splice(request, 3, offset, store, now, out);
    }

    /** Overwrites the value with an argument, from an offset on; a gap between the value and the offset is filled with zeros. */
    private static void splice(
            RespRequest request, int argument, long offset, TokenStore store, long now, ByteBuf out) {
        if (offset > store.maxValueLength() - request.length(argument)) {
            ReplyWriter.error(out, ErrorReplies.TOO_LONG);
            return;
        }
        byte[] old = EntryAccess.find(request, 1, store, now);
        int oldLength = old == null ? 0 : EntryLayout.valueLength(old);
        int length = Math.max(oldLength, (int) offset + request.length(argument));
        byte[] entry = EntryAccess.allocate(request, 1, length, EntryAccess.expiry(old), now);
        int start = EntryLayout.valueStart(entry);
        if (old != null) {
            System.arraycopy(old, start, entry, start, oldLength);
        }
        EntryAccess.copy(request, argument, entry, start + (int) offset);
        store.put(entry);
        ReplyWriter.integer(out, length);
    }
}
