package dev.divvy.cache.command.keyspace;

import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Commands that count, list or remove all keys of this node. */
public final class KeyspaceCommands {

    /** The memory of a key in a reply that is being made, besides its bytes. */
    private static final int ENTRY_BYTES = 16;

    private KeyspaceCommands() {}

    public static void dbSize(RespRequest request, CommandContext context, ByteBuf out, boolean resp3) {
        long[] entries = {0};
        context.entryStore().forEach((store, token) -> {
            if (store.size() > 0) {
                synchronized (store) {
                    entries[0] += context.mayServe(store) ? store.size() : 0;
                }
            }
        });
        ReplyWriter.integer(out, entries[0]);
    }

    public static void flush(RespRequest request, CommandContext context, ByteBuf out, boolean resp3) {
        boolean known =
                request.size() == 1 || (request.size() == 2 && (request.is(1, "SYNC") || request.is(1, "ASYNC")));
        if (!known) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        context.flush();
        ReplyWriter.ok(out);
    }

    public static void randomKey(RespRequest request, CommandContext context, ByteBuf out, boolean resp3) {
        byte[] entry = context.entryStore().sample(context::mayServe);
        if (entry == null) {
            ReplyWriter.nil(out, resp3);
        } else {
            key(entry, out);
        }
    }

    public static void keys(RespRequest request, CommandContext context, ByteBuf out, boolean resp3) {
        GlobPattern pattern = new GlobPattern(request.copy(1));
        long now = context.entryStore().clock().millis();
        long mostBytes = context.limits().maxUnreadBytes() / 2;
        List<byte[]> found = new ArrayList<>();
        long[] bytes = {0};
        context.entryStore().forEach((store, token) -> {
            byte[][] entries;
            synchronized (store) {
                entries = context.mayServe(store) ? store.snapshot() : new byte[0][];
            }
            for (byte[] entry : entries) {
                if (bytes[0] <= mostBytes && !EntryLayout.isExpired(entry, now) && matches(pattern, entry)) {
                    found.add(entry);
                    bytes[0] += EntryLayout.keyLength(entry) + ENTRY_BYTES;
                }
            }
        });
        if (bytes[0] > mostBytes) {
            ReplyWriter.error(out, "ERR the keys that match take more than " + mostBytes + " bytes; use SCAN");
        } else {
            keys(found, out);
        }
    }

    static boolean matches(GlobPattern pattern, byte[] entry) {
        return pattern.isAll() || pattern.matches(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry));
    }

    static void keys(List<byte[]> entries, ByteBuf out) {
        ReplyWriter.array(out, entries.size());
        for (byte[] entry : entries) {
            key(entry, out);
        }
    }

    private static void key(byte[] entry, ByteBuf out) {
        ReplyWriter.bulk(out, entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry));
    }
}
