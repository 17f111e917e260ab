package dev.divvy.cache.command.key;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;

/** Commands about when an entry expires. */
public final class Lifetimes {

    private static final int HALF_SECOND = 500;
    private static final int SECOND = 1000;
    private static final long NO_KEY = -2;
    private static final long NO_EXPIRY = -1;

    private Lifetimes() {}

    public static final KeyCommand.Work EXPIRE =
            (request, shelf, now, out, resp3) -> expire(request, Unit.EX, "expire", shelf, now, out);
    public static final KeyCommand.Work PEXPIRE =
            (request, shelf, now, out, resp3) -> expire(request, Unit.PX, "pexpire", shelf, now, out);
    public static final KeyCommand.Work EXPIREAT =
            (request, shelf, now, out, resp3) -> expire(request, Unit.EXAT, "expireat", shelf, now, out);
    public static final KeyCommand.Work PEXPIREAT =
            (request, shelf, now, out, resp3) -> expire(request, Unit.PXAT, "pexpireat", shelf, now, out);

    private static void expire(Request request, Unit unit, String command, Shelf shelf, long now, ByteBuf out) {
        ExpireOptions options = ExpireOptions.parse(request, out);
        if (options == null) {
            return;
        }
        if (!request.isNumber(2)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return;
        }
        long when = ExpireTime.ofAny(request.number(2), unit, now);
        if (when == ExpireTime.INVALID) {
            Replies.error(out, Faults.expireTime(command));
            return;
        }
        byte[] entry = Values.find(request, 1, shelf, now);
        boolean done = entry != null && options.allow(Entry.expiry(entry), when);
        if (done && entry != null) {
            expire(entry, when, shelf, now);
        }
        Replies.integer(out, done ? 1 : 0);
    }

    /** An entry that is to expire in the past goes at once. */
    static void expire(byte[] entry, long when, Shelf shelf, long now) {
        if (when <= now) {
            shelf.remove(entry);
        } else {
            shelf.expireAt(entry, when);
        }
    }

    public static void persist(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = Values.find(request, 1, shelf, now);
        boolean expires = entry != null && Entry.expiry(entry) != Entry.NEVER;
        if (expires && entry != null) {
            shelf.expireAt(entry, Entry.NEVER);
        }
        Replies.integer(out, expires ? 1 : 0);
    }

    public static void ttl(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Replies.integer(out, seconds(left(request, shelf, now)));
    }

    public static void pTtl(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Replies.integer(out, left(request, shelf, now));
    }

    public static void expireTime(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Replies.integer(out, seconds(moment(request, shelf, now)));
    }

    public static void pExpireTime(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Replies.integer(out, moment(request, shelf, now));
    }

    private static long seconds(long millis) {
        return millis < 0 ? millis : millis / SECOND + (millis % SECOND >= HALF_SECOND ? 1 : 0);
    }

    private static long left(Request request, Shelf shelf, long now) {
        long moment = moment(request, shelf, now);
        return moment < 0 ? moment : moment - now;
    }

    private static long moment(Request request, Shelf shelf, long now) {
        byte[] entry = Values.find(request, 1, shelf, now);
        if (entry == null) {
            return NO_KEY;
        }
        return Entry.expiry(entry) == Entry.NEVER ? NO_EXPIRY : Entry.expiry(entry);
    }
}
