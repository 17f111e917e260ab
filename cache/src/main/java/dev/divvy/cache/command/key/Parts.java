package dev.divvy.cache.command.key;

import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;

/** What a command about many keys does with each of them. */
public final class Parts {

    private Parts() {}

    public static boolean get(Request request, int key, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Values.reply(Values.read(request, key, shelf, now), out, resp3);
        return true;
    }

    public static boolean set(Request request, int key, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        Values.put(request, key, key + 1, shelf, Entry.NEVER, now);
        return true;
    }

    public static boolean delete(Request request, int key, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        return shelf.remove(request.data(), request.start(key), request.length(key), now);
    }

    public static boolean exists(Request request, int key, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        return Values.find(request, key, shelf, now) != null;
    }

    public static boolean touch(Request request, int key, Shelf shelf, long now, ByteBuf out, boolean resp3) {
        byte[] entry = Values.find(request, key, shelf, now);
        if (entry != null) {
            shelf.touch(entry, now);
        }
        return entry != null;
    }
}
