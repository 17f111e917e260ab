package dev.divvy.cache.command.keyspace;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Commands that count, list or remove all keys of this node. */
public final class Keyspace {

    private Keyspace() {}

    public static void dbSize(Request request, Ground ground, ByteBuf out, boolean resp3) {
        Replies.integer(out, ground.shelves().counters().entries());
    }

    public static void flush(Request request, Ground ground, ByteBuf out, boolean resp3) {
        boolean known =
                request.size() == 1 || (request.size() == 2 && (request.is(1, "SYNC") || request.is(1, "ASYNC")));
        if (!known) {
            Replies.error(out, Faults.SYNTAX);
            return;
        }
        ground.shelves().flush();
        Replies.ok(out);
    }

    public static void randomKey(Request request, Ground ground, ByteBuf out, boolean resp3) {
        byte[] entry = ground.shelves().sample();
        if (entry == null) {
            Replies.nil(out, resp3);
        } else {
            key(entry, out);
        }
    }

    public static void keys(Request request, Ground ground, ByteBuf out, boolean resp3) {
        Glob pattern = new Glob(request.copy(1));
        long now = ground.shelves().clock().millis();
        List<byte[]> found = new ArrayList<>();
        ground.shelves().forEach((shelf, token) -> {
            byte[][] entries;
            synchronized (shelf) {
                entries = shelf.snapshot();
            }
            for (byte[] entry : entries) {
                if (!Entry.isExpired(entry, now) && fits(pattern, entry)) {
                    found.add(entry);
                }
            }
        });
        keys(found, out);
    }

    static boolean fits(Glob pattern, byte[] entry) {
        return pattern.isAll() || pattern.matches(entry, Entry.keyStart(), Entry.keyLength(entry));
    }

    static void keys(List<byte[]> entries, ByteBuf out) {
        Replies.array(out, entries.size());
        for (byte[] entry : entries) {
            key(entry, out);
        }
    }

    private static void key(byte[] entry, ByteBuf out) {
        Replies.bulk(out, entry, Entry.keyStart(), Entry.keyLength(entry));
    }
}
