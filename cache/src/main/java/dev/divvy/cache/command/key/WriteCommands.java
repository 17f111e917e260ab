package dev.divvy.cache.command.key;

import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** Commands that set the value of a key. */
public final class WriteCommands {

    private WriteCommands() {}

    public static void set(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        if (request.size() == 3) {
            EntryAccess.put(request, 1, 2, store, EntryLayout.NEVER, now);
            ReplyWriter.ok(out);
            return;
        }
        SetOptions options = SetOptions.ofSet(request);
        if (options == null) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        Unit unit = options.unit();
        long expiry = unit == null ? EntryLayout.NEVER : parseExpiry(request, options.time(), unit, "set", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        byte[] old =
                options.get() ? EntryAccess.read(request, 1, store, now) : EntryAccess.find(request, 1, store, now);
        boolean refused = (options.ifAbsent() && old != null) || (options.ifPresent() && old == null);
        if (!refused) {
            EntryAccess.put(request, 1, 2, store, options.keepTtl() ? EntryAccess.expiry(old) : expiry, now);
        }
        if (options.get()) {
            EntryAccess.reply(old, out, resp3);
        } else if (refused) {
            ReplyWriter.nil(out, resp3);
        } else {
            ReplyWriter.ok(out);
        }
    }

    /** Returns the expiry that an argument gives; writes an error and returns INVALID when it is invalid. */
    static long parseExpiry(RespRequest request, int argument, Unit unit, String command, long now, ByteBuf out) {
        if (!request.isNumber(argument)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return ExpireTime.INVALID;
        }
        long expiry = ExpireTime.of(request.number(argument), unit, now);
        if (expiry == ExpireTime.INVALID) {
            ReplyWriter.error(out, ErrorReplies.expireTime(command));
        }
        return expiry;
    }

    public static void setEx(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        withTime(request, Unit.EX, "setex", store, now, out);
    }

    public static void pSetEx(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        withTime(request, Unit.PX, "psetex", store, now, out);
    }

    private static void withTime(
            RespRequest request, Unit unit, String command, TokenStore store, long now, ByteBuf out) {
        long expiry = parseExpiry(request, 2, unit, command, now, out);
        if (expiry != ExpireTime.INVALID) {
            EntryAccess.put(request, 1, 3, store, expiry, now);
            ReplyWriter.ok(out);
        }
    }

    public static void setNx(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        boolean absent = EntryAccess.find(request, 1, store, now) == null;
        if (absent) {
            EntryAccess.put(request, 1, 2, store, EntryLayout.NEVER, now);
        }
        ReplyWriter.integer(out, absent ? 1 : 0);
    }

    public static void getSet(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] old = EntryAccess.read(request, 1, store, now);
        EntryAccess.put(request, 1, 2, store, EntryLayout.NEVER, now);
        EntryAccess.reply(old, out, resp3);
    }

    /**
     * {@code DIVVY.FILL key lease value [PX ms]}: sets the value and replies 1 if the key was neither set nor deleted since DIVVY.LOAD
     * replied this lease; replies 0 otherwise.
     */
    public static void fill(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        int options = request.size() - 4;
        if (options != 0 && (options != 2 || !request.is(4, "PX"))) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        long expiry = options == 0 ? EntryLayout.NEVER : parseExpiry(request, 5, Unit.PX, "divvy.fill", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        boolean unchanged = store.hasLease(request.data(), request.start(1), request.length(1), request.number(2));
        if (unchanged) {
            EntryAccess.put(request, 1, 3, store, expiry, now);
        }
        ReplyWriter.integer(out, unchanged ? 1 : 0);
    }

    /**
     * {@code DIVVY.CAS key NIL new [PX ms]} and {@code DIVVY.CAS key IS expected new [PX ms | KEEPTTL]}: sets the new value and replies 1
     * if the present value is the expected one; replies 0 otherwise.
     */
    public static void compareAndSet(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        boolean absent = request.is(2, "NIL");
        int value = absent ? 3 : 4;
        int options = request.size() - value - 1;
        boolean keepTtl = options == 1 && !absent && request.is(value + 1, "KEEPTTL");
        boolean time = options == 2 && request.is(value + 1, "PX");
        if ((!absent && !request.is(2, "IS")) || (options != 0 && !keepTtl && !time)) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        long expiry = time ? parseExpiry(request, value + 2, Unit.PX, "divvy.cas", now, out) : EntryLayout.NEVER;
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        byte[] old = EntryAccess.find(request, 1, store, now);
        boolean matches = absent
                ? old == null
                : old != null && EntryLayout.hasValue(old, request.data(), request.start(3), request.length(3));
        if (matches) {
            EntryAccess.put(request, 1, value, store, keepTtl ? EntryAccess.expiry(old) : expiry, now);
        }
        ReplyWriter.integer(out, matches ? 1 : 0);
    }
}
