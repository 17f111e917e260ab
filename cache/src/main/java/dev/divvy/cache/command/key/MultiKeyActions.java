package dev.divvy.cache.command.key;

import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** What a command about many keys does with each of them. */
public final class MultiKeyActions {

    private MultiKeyActions() {}

    public static boolean get(RespRequest request, int key, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        EntryAccess.reply(EntryAccess.read(request, key, shelf, now), out, resp3);
        return true;
    }

    public static boolean set(RespRequest request, int key, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        EntryAccess.put(request, key, key + 1, shelf, Entry.NEVER, now);
        return true;
    }

    public static boolean delete(RespRequest request, int key, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        return shelf.remove(request.data(), request.start(key), request.length(key), now);
    }

    public static boolean exists(RespRequest request, int key, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        return EntryAccess.find(request, key, shelf, now) != null;
    }

    public static boolean touch(RespRequest request, int key, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.find(request, key, shelf, now);
        if (entry != null) {
            shelf.touch(entry, now);
        }
        return entry != null;
    }
}
