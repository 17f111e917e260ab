package dev.divvy.cache.command.key;

import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.Decimal;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** Commands that increment or decrement a number. The expiry stays. */
public final class CounterCommands {

    private CounterCommands() {}

    public static void incr(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        add(request, 1, store, now, out);
    }

    public static void decr(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        add(request, -1, store, now, out);
    }

    public static void incrBy(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        add(request, request.number(2), store, now, out);
    }

    public static void decrBy(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
        } else if (request.number(2) == Long.MIN_VALUE) {
            ReplyWriter.error(out, ErrorReplies.DECREMENT_OVERFLOW);
        } else {
            add(request, -request.number(2), store, now, out);
        }
    }

    private static void add(RespRequest request, long by, TokenStore store, long now, ByteBuf out) {
        byte[] old = EntryAccess.find(request, 1, store, now);
        long value = 0;
        if (old != null) {
            int start = EntryLayout.valueStart(old);
            int length = EntryLayout.valueLength(old);
            if (!Decimal.isNumber(old, start, length)) {
                ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
                return;
            }
            value = Decimal.value(old, start, length);
        }
        long sum = value + by;
        // The sum has another sign than both numbers only after an overflow.
        if (((value ^ sum) & (by ^ sum)) < 0) {
            ReplyWriter.error(out, ErrorReplies.INCREMENT_OVERFLOW);
            return;
        }
        EntryAccess.putNumber(request, 1, sum, store, EntryAccess.expiry(old), now);
        ReplyWriter.integer(out, sum);
    }

    public static void incrByFloat(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] old = EntryAccess.find(request, 1, store, now);
        RedisDouble value = old == null
                ? new RedisDouble(BigDecimal.ZERO)
                : RedisDouble.parse(old, EntryLayout.valueStart(old), EntryLayout.valueLength(old));
        RedisDouble by = RedisDouble.parse(request.data(), request.start(2), request.length(2));
        if (value == null || by == null) {
            ReplyWriter.error(out, ErrorReplies.NOT_FLOAT);
            return;
        }
        String sum = value.plus(by);
        if (sum == null) {
            ReplyWriter.error(out, ErrorReplies.NOT_FINITE);
            return;
        }
        byte[] text = sum.getBytes(StandardCharsets.US_ASCII);
        EntryAccess.putBytes(request, 1, text, store, EntryAccess.expiry(old), now);
        ReplyWriter.bulk(out, text);
    }
}
