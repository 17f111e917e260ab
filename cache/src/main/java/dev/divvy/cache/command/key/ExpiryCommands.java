package dev.divvy.cache.command.key;

import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** Commands about when an entry expires. */
public final class ExpiryCommands {

    private static final int HALF_SECOND = 500;
    private static final int SECOND = 1000;
    private static final long NO_KEY = -2;
    private static final long NO_EXPIRY = -1;

    private ExpiryCommands() {}

    public static final KeyCommand.Work EXPIRE =
            (request, shelf, now, out, resp3) -> expire(request, Unit.EX, "expire", shelf, now, out);
    public static final KeyCommand.Work PEXPIRE =
            (request, shelf, now, out, resp3) -> expire(request, Unit.PX, "pexpire", shelf, now, out);
    public static final KeyCommand.Work EXPIREAT =
            (request, shelf, now, out, resp3) -> expire(request, Unit.EXAT, "expireat", shelf, now, out);
    public static final KeyCommand.Work PEXPIREAT =
            (request, shelf, now, out, resp3) -> expire(request, Unit.PXAT, "pexpireat", shelf, now, out);

    private static void expire(
            RespRequest request, Unit unit, String command, TokenStore shelf, long now, ByteBuf out) {
        ExpireOptions options = ExpireOptions.parse(request, out);
        if (options == null) {
            return;
        }
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        long when = ExpireTime.ofAny(request.number(2), unit, now);
        if (when == ExpireTime.INVALID) {
            ReplyWriter.error(out, ErrorReplies.expireTime(command));
            return;
        }
        byte[] entry = EntryAccess.find(request, 1, shelf, now);
        boolean done = entry != null && options.allow(Entry.expiry(entry), when);
        if (done && entry != null) {
            expire(entry, when, shelf, now);
        }
        ReplyWriter.integer(out, done ? 1 : 0);
    }

    /** An entry that is to expire in the past goes at once. */
    static void expire(byte[] entry, long when, TokenStore shelf, long now) {
        if (when <= now) {
            shelf.remove(entry);
        } else {
            shelf.expireAt(entry, when);
        }
    }

    public static void persist(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.find(request, 1, shelf, now);
        boolean expires = entry != null && Entry.expiry(entry) != Entry.NEVER;
        if (expires && entry != null) {
            shelf.expireAt(entry, Entry.NEVER);
        }
        ReplyWriter.integer(out, expires ? 1 : 0);
    }

    public static void ttl(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, seconds(left(request, shelf, now)));
    }

    public static void pTtl(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, left(request, shelf, now));
    }

    public static void expireTime(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, seconds(moment(request, shelf, now)));
    }

    public static void pExpireTime(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        ReplyWriter.integer(out, moment(request, shelf, now));
    }

    private static long seconds(long millis) {
        return millis < 0 ? millis : millis / SECOND + (millis % SECOND >= HALF_SECOND ? 1 : 0);
    }

    private static long left(RespRequest request, TokenStore shelf, long now) {
        long moment = moment(request, shelf, now);
        return moment < 0 ? moment : moment - now;
    }

    private static long moment(RespRequest request, TokenStore shelf, long now) {
        byte[] entry = EntryAccess.find(request, 1, shelf, now);
        if (entry == null) {
            return NO_KEY;
        }
        return Entry.expiry(entry) == Entry.NEVER ? NO_EXPIRY : Entry.expiry(entry);
    }
}
