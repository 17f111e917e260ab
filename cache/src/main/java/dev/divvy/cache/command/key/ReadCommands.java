package dev.divvy.cache.command.key;

import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** Commands that return a value, or something about it. */
public final class ReadCommands {

    private static final byte[] EMPTY = {};

    private ReadCommands() {}

    public static void get(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        EntryAccess.reply(EntryAccess.read(request, 1, store, now), out, resp3);
    }

    public static void getDel(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.read(request, 1, store, now);
        EntryAccess.reply(entry, out, resp3);
        // Also if there is none: a load that has begun must not put its value after this.
        store.remove(request.data(), request.start(1), request.length(1), now);
    }

    /** {@code DIVVY.LOAD key}: replies the value, or the number of a lease with which DIVVY.FILL may put one. */
    public static void load(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.read(request, 1, store, now);
        if (entry == null) {
            ReplyWriter.integer(out, store.leaseForLoad(request.data(), request.start(1), request.length(1)));
        } else {
            EntryAccess.reply(entry, out, resp3);
        }
    }

    public static void getEx(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        SetOptions options = SetOptions.ofGetEx(request);
        if (options == null) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        byte[] entry = EntryAccess.read(request, 1, store, now);
        if (entry == null) {
            ReplyWriter.nil(out, resp3);
            return;
        }
        Unit unit = options.unit();
        long expiry = unit == null
                ? EntryLayout.NEVER
                : WriteCommands.parseExpiry(request, options.time(), unit, "getex", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        EntryAccess.reply(entry, out, resp3);
        if (unit != null) {
            ExpiryCommands.expire(entry, expiry, store, now);
        } else if (options.persist() && EntryLayout.expiry(entry) != EntryLayout.NEVER) {
            store.expireAt(entry, EntryLayout.NEVER);
        }
    }

    public static void strLen(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.read(request, 1, store, now);
        ReplyWriter.integer(out, entry == null ? 0 : EntryLayout.valueLength(entry));
    }

    public static void type(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.simple(out, EntryAccess.find(request, 1, store, now) == null ? "none" : "string");
    }

    /** Returns a part of the value. Both indexes are inclusive; negative ones count from the end of the value. */
    public static void getRange(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2) || !request.isNumber(3)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        byte[] entry = EntryAccess.read(request, 1, store, now);
        long from = request.number(2);
        long to = request.number(3);
        int length = entry == null ? 0 : EntryLayout.valueLength(entry);
        boolean reversed = from < 0 && to < 0 && from > to;
        long first = Math.max(0, from < 0 ? from + length : from);
        long last = Math.min(length - 1L, Math.max(0, to < 0 ? to + length : to));
        if (entry == null || reversed || first > last) {
            ReplyWriter.bulk(out, EMPTY);
        } else {
            ReplyWriter.bulk(out, entry, EntryLayout.valueStart(entry) + (int) first, (int) (last - first + 1));
        }
    }
}
