package dev.divvy.cache.command.key;

import dev.divvy.cache.resp.Decimal;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Reads and writes the entry of a request's key. */
final class EntryAccess {

    private EntryAccess() {}

    static byte @Nullable [] find(RespRequest request, int key, TokenStore store, long now) {
        return store.find(request.data(), request.start(key), request.length(key), now);
    }

    static byte @Nullable [] read(RespRequest request, int key, TokenStore store, long now) {
        return store.read(request.data(), request.start(key), request.length(key), now);
    }

    static byte[] allocate(RespRequest request, int key, int valueLength, long expiry, long now) {
        return EntryLayout.allocate(request.data(), request.start(key), request.length(key), valueLength, expiry, now);
    }

    /** Sets the value of a key to an argument. */
    static void put(RespRequest request, int key, int value, TokenStore store, long expiry, long now) {
        byte[] entry = allocate(request, key, request.length(value), expiry, now);
        copy(request, value, entry, EntryLayout.valueStart(entry));
        store.put(entry);
    }

    static void copy(RespRequest request, int argument, byte[] into, int at) {
        System.arraycopy(request.data(), request.start(argument), into, at, request.length(argument));
    }

    static void putNumber(RespRequest request, int key, long number, TokenStore store, long expiry, long now) {
        byte[] entry = allocate(request, key, Decimal.length(number), expiry, now);
        Decimal.write(number, entry, entry.length);
        store.put(entry);
    }

    static void putBytes(RespRequest request, int key, byte[] value, TokenStore store, long expiry, long now) {
        byte[] entry = allocate(request, key, value.length, expiry, now);
        System.arraycopy(value, 0, entry, EntryLayout.valueStart(entry), value.length);
        store.put(entry);
    }

    static long expiry(byte @Nullable [] entry) {
        return entry == null ? EntryLayout.NEVER : EntryLayout.expiry(entry);
    }

    static void reply(byte @Nullable [] entry, ByteBuf out, boolean resp3) {
        if (entry == null) {
            ReplyWriter.nil(out, resp3);
        } else {
            ReplyWriter.bulk(out, entry, EntryLayout.valueStart(entry), EntryLayout.valueLength(entry));
        }
    }
}
