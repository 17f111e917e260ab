package dev.divvy.cache.command.key;

import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** The parts of commands about many keys: each runs on one key. */
public final class MultiKeyActions {

    private MultiKeyActions() {}

    public static boolean get(RespRequest request, int key, TokenStore store, long now, ByteBuf out, boolean resp3) {
        EntryAccess.reply(EntryAccess.read(request, key, store, now), out, resp3);
        return true;
    }

    public static boolean set(RespRequest request, int key, TokenStore store, long now, ByteBuf out, boolean resp3) {
        EntryAccess.put(request, key, key + 1, store, EntryLayout.NEVER, now);
        return true;
    }

    public static boolean delete(RespRequest request, int key, TokenStore store, long now, ByteBuf out, boolean resp3) {
        return store.remove(request.data(), request.start(key), request.length(key), now);
    }

    public static boolean exists(RespRequest request, int key, TokenStore store, long now, ByteBuf out, boolean resp3) {
        return EntryAccess.find(request, key, store, now) != null;
    }

    public static boolean touch(RespRequest request, int key, TokenStore store, long now, ByteBuf out, boolean resp3) {
        byte[] entry = EntryAccess.find(request, key, store, now);
        if (entry != null) {
            store.touch(entry, now);
        }
        return entry != null;
    }
}
