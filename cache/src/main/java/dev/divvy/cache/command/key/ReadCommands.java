package dev.divvy.cache.command.key;

import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** Commands that answer a value, or something about it. */
public final class ReadCommands {

    private static final byte[] NOTHING = {};

    private ReadCommands() {}

    public static void get(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        EntryAccess.reply(EntryAccess.read(request, 1, shelf, now), out, resp3);
    }

    public static void getDel(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.read(request, 1, shelf, now);
        EntryAccess.reply(entry, out, resp3);
        if (entry != null) {
            shelf.remove(entry);
        }
    }

    public static void getEx(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        SetOptions options = SetOptions.ofGetEx(request);
        if (options == null) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        byte[] entry = EntryAccess.read(request, 1, shelf, now);
        if (entry == null) {
            ReplyWriter.nil(out, resp3);
            return;
        }
        Unit unit = options.unit();
        long expiry = unit == null ? Entry.NEVER : WriteCommands.time(request, options.time(), unit, "getex", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        EntryAccess.reply(entry, out, resp3);
        if (unit != null) {
            ExpiryCommands.expire(entry, expiry, shelf, now);
        } else if (options.persist() && Entry.expiry(entry) != Entry.NEVER) {
            shelf.expireAt(entry, Entry.NEVER);
        }
    }

    public static void strLen(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.read(request, 1, shelf, now);
        ReplyWriter.integer(out, entry == null ? 0 : Entry.valueLength(entry));
    }

    public static void type(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.simple(out, EntryAccess.find(request, 1, shelf, now) == null ? "none" : "string");
    }

    /** Both ends are meant; negative ones are counted from the end of the value. */
    public static void getRange(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2) || !request.isNumber(3)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        byte[] entry = EntryAccess.read(request, 1, shelf, now);
        long from = request.number(2);
        long to = request.number(3);
        int length = entry == null ? 0 : Entry.valueLength(entry);
        boolean turned = from < 0 && to < 0 && from > to;
        long first = Math.max(0, from < 0 ? from + length : from);
        long last = Math.min(length - 1L, Math.max(0, to < 0 ? to + length : to));
        if (entry == null || turned || first > last) {
            ReplyWriter.bulk(out, NOTHING);
        } else {
            ReplyWriter.bulk(out, entry, Entry.valueStart(entry) + (int) first, (int) (last - first + 1));
        }
    }
}
