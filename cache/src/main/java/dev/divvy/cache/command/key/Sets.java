package dev.divvy.cache.command.key;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;

/** Commands that give a key a value. */
public final class Sets {

    private Sets() {}

    public static void set(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        if (request.size() == 3) {
            Values.put(request, 1, 2, shelf, Entry.NEVER, now);
            Replies.ok(out);
            return;
        }
        SetOptions options = SetOptions.ofSet(request);
        if (options == null) {
            Replies.error(out, Faults.SYNTAX);
            return;
        }
        Unit unit = options.unit();
        long expiry = unit == null ? Entry.NEVER : time(request, options.time(), unit, "set", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        byte[] old = options.get() ? Values.read(request, 1, shelf, now) : Values.find(request, 1, shelf, now);
        boolean refused = (options.ifAbsent() && old != null) || (options.ifPresent() && old == null);
        if (!refused) {
            Values.put(request, 1, 2, shelf, options.keep() ? Values.expiry(old) : expiry, now);
        }
        if (options.get()) {
            Values.reply(old, out, resp3);
        } else if (refused) {
            Replies.nil(out, resp3);
        } else {
            Replies.ok(out);
        }
    }

    /** The time that an argument names; if it is none the reply says so and the answer is INVALID. */
    static long time(Request request, int argument, Unit unit, String command, long now, ByteBuf out) {
        if (!request.isNumber(argument)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return ExpireTime.INVALID;
        }
        long expiry = ExpireTime.of(request.number(argument), unit, now);
        if (expiry == ExpireTime.INVALID) {
            Replies.error(out, Faults.expireTime(command));
        }
        return expiry;
    }

    public static void setEx(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        withTime(request, Unit.EX, "setex", shelf, now, out);
    }

    public static void pSetEx(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        withTime(request, Unit.PX, "psetex", shelf, now, out);
    }

    private static void withTime(Request request, Unit unit, String command, Shelf shelf, long now, ByteBuf out) {
        long expiry = time(request, 2, unit, command, now, out);
        if (expiry != ExpireTime.INVALID) {
            Values.put(request, 1, 3, shelf, expiry, now);
            Replies.ok(out);
        }
    }

    public static void setNx(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        boolean absent = Values.find(request, 1, shelf, now) == null;
        if (absent) {
            Values.put(request, 1, 2, shelf, Entry.NEVER, now);
        }
        Replies.integer(out, absent ? 1 : 0);
    }

    public static void getSet(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] old = Values.read(request, 1, shelf, now);
        Values.put(request, 1, 2, shelf, Entry.NEVER, now);
        Values.reply(old, out, resp3);
    }

    /** {@code DIVVY.CAS key NIL new [PX ms]} and {@code DIVVY.CAS key IS expected new [PX ms]}: 1 if it was so and is new now. */
    public static void compareAndSet(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        boolean absent = request.is(2, "NIL");
        int value = absent ? 3 : 4;
        int rest = request.size() - value - 1;
        boolean known = absent || request.is(2, "IS");
        if (!known || (rest != 0 && (rest != 2 || !request.is(value + 1, "PX")))) {
            Replies.error(out, Faults.SYNTAX);
            return;
        }
        long expiry = rest == 0 ? Entry.NEVER : time(request, value + 2, Unit.PX, "divvy.cas", now, out);
        if (expiry == ExpireTime.INVALID) {
            return;
        }
        byte[] old = Values.find(request, 1, shelf, now);
        boolean right = absent
                ? old == null
                : old != null && Entry.hasValue(old, request.data(), request.start(3), request.length(3));
        if (right) {
            Values.put(request, 1, value, shelf, expiry, now);
        }
        Replies.integer(out, right ? 1 : 0);
    }
}
