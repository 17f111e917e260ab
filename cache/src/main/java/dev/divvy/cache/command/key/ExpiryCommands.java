package dev.divvy.cache.command.key;

import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** Commands that show or change the expiry of an entry. */
public final class ExpiryCommands {

    private static final int HALF_SECOND = 500;
    private static final int SECOND = 1000;
    private static final long NO_KEY = -2;
    private static final long NO_EXPIRY = -1;

    private ExpiryCommands() {}

    public static final KeyCommand.Action EXPIRE =
            (request, store, now, out, resp3) -> expire(request, Unit.EX, "expire", store, now, out);
    public static final KeyCommand.Action PEXPIRE =
            (request, store, now, out, resp3) -> expire(request, Unit.PX, "pexpire", store, now, out);
    public static final KeyCommand.Action EXPIREAT =
            (request, store, now, out, resp3) -> expire(request, Unit.EXAT, "expireat", store, now, out);
    public static final KeyCommand.Action PEXPIREAT =
            (request, store, now, out, resp3) -> expire(request, Unit.PXAT, "pexpireat", store, now, out);

    private static void expire(
            RespRequest request, Unit unit, String command, TokenStore store, long now, ByteBuf out) {
        ExpireOptions options = ExpireOptions.parse(request, out);
        if (options == null) {
            return;
        }
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        long expiry = ExpireTime.ofAny(request.number(2), unit, now);
        if (expiry == ExpireTime.INVALID) {
            ReplyWriter.error(out, ErrorReplies.expireTime(command));
            return;
        }
        byte[] entry = EntryAccess.find(request, 1, store, now);
        boolean changed = entry != null && options.allow(EntryLayout.expiry(entry), expiry);
        if (changed && entry != null) {
            expire(entry, expiry, store, now);
        }
        ReplyWriter.integer(out, changed ? 1 : 0);
    }

    /** Sets the expiry of an entry; removes the entry when the expiry is in the past. */
    static void expire(byte[] entry, long expiry, TokenStore store, long now) {
        if (expiry <= now) {
            store.remove(entry);
        } else {
            store.expireAt(entry, expiry);
        }
    }

    public static void persist(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.find(request, 1, store, now);
        boolean expires = entry != null && EntryLayout.expiry(entry) != EntryLayout.NEVER;
        if (expires && entry != null) {
            store.expireAt(entry, EntryLayout.NEVER);
        }
        ReplyWriter.integer(out, expires ? 1 : 0);
    }

    public static void ttl(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, seconds(timeToLive(request, store, now)));
    }

    public static void pTtl(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, timeToLive(request, store, now));
    }

    public static void expireTime(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, seconds(expiry(request, store, now)));
    }

    public static void pExpireTime(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, expiry(request, store, now));
    }

    private static long seconds(long millis) {
        return millis < 0 ? millis : millis / SECOND + (millis % SECOND >= HALF_SECOND ? 1 : 0);
    }

    private static long timeToLive(RespRequest request, TokenStore store, long now) {
        long expiry = expiry(request, store, now);
        return expiry < 0 ? expiry : expiry - now;
    }

    private static long expiry(RespRequest request, TokenStore store, long now) {
        byte[] entry = EntryAccess.find(request, 1, store, now);
        if (entry == null) {
            return NO_KEY;
        }
        return EntryLayout.expiry(entry) == EntryLayout.NEVER ? NO_EXPIRY : EntryLayout.expiry(entry);
    }
}
