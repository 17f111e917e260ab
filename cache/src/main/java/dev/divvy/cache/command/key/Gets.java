package dev.divvy.cache.command.key;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;

/** Commands that answer a value, or something about it. */
public final class Gets {

    private static final byte[] NOTHING = {};

    private Gets() {}

    public static void get(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Values.reply(Values.read(request, 1, shelf, now), out, resp3);
    }

    public static void getDel(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = Values.read(request, 1, shelf, now);
        Values.reply(entry, out, resp3);
        if (entry != null) {
            shelf.remove(entry);
        }
    }

    public static void getEx(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        SetOptions options = SetOptions.ofGetEx(request);
        if (options == null) {
            Replies.error(out, Faults.SYNTAX);
            return;
        }
        byte[] entry = Values.read(request, 1, shelf, now);
        if (entry == null) {
            Replies.nil(out, resp3);
            return;
        }
        Unit unit = options.unit();
        long expiry = unit == null ? Entry.NEVER : Sets.time(request, options.time(), unit, "getex", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        Values.reply(entry, out, resp3);
        if (unit != null) {
            Lifetimes.expire(entry, expiry, shelf, now);
        } else if (options.persist() && Entry.expiry(entry) != Entry.NEVER) {
            shelf.expireAt(entry, Entry.NEVER);
        }
    }

    public static void strLen(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = Values.read(request, 1, shelf, now);
        Replies.integer(out, entry == null ? 0 : Entry.valueLength(entry));
    }

    public static void type(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Replies.simple(out, Values.find(request, 1, shelf, now) == null ? "none" : "string");
    }

    /** Both ends are meant; negative ones are counted from the end of the value. */
    public static void getRange(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2) || !request.isNumber(3)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return;
        }
        byte[] entry = Values.read(request, 1, shelf, now);
        long from = request.number(2);
        long to = request.number(3);
        int length = entry == null ? 0 : Entry.valueLength(entry);
        boolean turned = from < 0 && to < 0 && from > to;
        long first = Math.max(0, from < 0 ? from + length : from);
        long last = Math.min(length - 1L, Math.max(0, to < 0 ? to + length : to));
        if (entry == null || turned || first > last) {
            Replies.bulk(out, NOTHING);
        } else {
            Replies.bulk(out, entry, Entry.valueStart(entry) + (int) first, (int) (last - first + 1));
        }
    }
}
