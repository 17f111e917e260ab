package dev.divvy.cache.command.key;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.resp.Decimal;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** Commands that count with a value that is a number. The expiry stays. */
public final class Counts {

    private Counts() {}

    public static void incr(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        add(request, 1, shelf, now, out);
    }

    public static void decr(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        add(request, -1, shelf, now, out);
    }

    public static void incrBy(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return;
        }
        add(request, request.number(2), shelf, now, out);
    }

    public static void decrBy(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2)) {
            Replies.error(out, Faults.NOT_INTEGER);
        } else if (request.number(2) == Long.MIN_VALUE) {
            Replies.error(out, Faults.DECREMENT_OVERFLOW);
        } else {
            add(request, -request.number(2), shelf, now, out);
        }
    }

    private static void add(Request request, long by, Shelf shelf, long now, ByteBuf out) {
        byte[] old = Values.find(request, 1, shelf, now);
        long value = 0;
        if (old != null) {
            int start = Entry.valueStart(old);
            int length = Entry.valueLength(old);
            if (!Decimal.isNumber(old, start, length)) {
                Replies.error(out, Faults.NOT_INTEGER);
                return;
            }
            value = Decimal.value(old, start, length);
        }
        long sum = value + by;
        // The sum of two numbers has another sign than both only when there was no room for it.
        if (((value ^ sum) & (by ^ sum)) < 0) {
            Replies.error(out, Faults.INCREMENT_OVERFLOW);
            return;
        }
        Values.putNumber(request, 1, sum, shelf, Values.expiry(old), now);
        Replies.integer(out, sum);
    }

    public static void incrByFloat(Request request, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] old = Values.find(request, 1, shelf, now);
        Fraction value = old == null
                ? new Fraction(BigDecimal.ZERO)
                : Fraction.parse(old, Entry.valueStart(old), Entry.valueLength(old));
        Fraction by = Fraction.parse(request.data(), request.start(2), request.length(2));
        if (value == null || by == null) {
            Replies.error(out, Faults.NOT_FLOAT);
            return;
        }
        String sum = value.plus(by);
        if (sum == null) {
            Replies.error(out, Faults.NOT_FINITE);
            return;
        }
        byte[] text = sum.getBytes(StandardCharsets.US_ASCII);
        Values.putBytes(request, 1, text, shelf, Values.expiry(old), now);
        Replies.bulk(out, text);
    }
}
