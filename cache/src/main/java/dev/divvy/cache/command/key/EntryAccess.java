package dev.divvy.cache.command.key;

import dev.divvy.cache.resp.Decimal;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** What most commands do with the entry of a key. */
final class EntryAccess {

    private EntryAccess() {}

    static byte @Nullable [] find(RespRequest request, int key, TokenStore shelf, long now) {
        return shelf.find(request.data(), request.start(key), request.length(key), now);
    }

    static byte @Nullable [] read(RespRequest request, int key, TokenStore shelf, long now) {
        return shelf.read(request.data(), request.start(key), request.length(key), now);
    }

    static byte[] blank(RespRequest request, int key, int valueLength, long expiry, long now) {
        return Entry.blank(request.data(), request.start(key), request.length(key), valueLength, expiry, now);
    }

    /** Puts an argument as the value of a key. */
    static void put(RespRequest request, int key, int value, TokenStore shelf, long expiry, long now) {
        byte[] entry = blank(request, key, request.length(value), expiry, now);
        copy(request, value, entry, Entry.valueStart(entry));
        shelf.put(entry);
    }

    static void copy(RespRequest request, int argument, byte[] into, int at) {
        System.arraycopy(request.data(), request.start(argument), into, at, request.length(argument));
    }

    static void putNumber(RespRequest request, int key, long number, TokenStore shelf, long expiry, long now) {
        byte[] entry = blank(request, key, Decimal.length(number), expiry, now);
        Decimal.write(number, entry, entry.length);
        shelf.put(entry);
    }

    static void putBytes(RespRequest request, int key, byte[] value, TokenStore shelf, long expiry, long now) {
        byte[] entry = blank(request, key, value.length, expiry, now);
        System.arraycopy(value, 0, entry, Entry.valueStart(entry), value.length);
        shelf.put(entry);
    }

    static long expiry(byte @Nullable [] entry) {
        return entry == null ? Entry.NEVER : Entry.expiry(entry);
    }

    static void reply(byte @Nullable [] entry, ByteBuf out, boolean resp3) {
        if (entry == null) {
            ReplyWriter.nil(out, resp3);
        } else {
            ReplyWriter.bulk(out, entry, Entry.valueStart(entry), Entry.valueLength(entry));
        }
    }
}
