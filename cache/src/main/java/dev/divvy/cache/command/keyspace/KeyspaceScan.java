package dev.divvy.cache.command.keyspace;

import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SCAN: iterates over all keys of this node. The cursor has the token in its upper half and the cursor of the token's store in its
 * lower half, so a key that exists during the whole scan is returned at least once, unless its token leaves the node.
 */
public final class KeyspaceScan {

    private static final int DEFAULT_COUNT = 10;
    private static final int STEPS_PER_KEY = 10;
    private static final GlobPattern ALL = new GlobPattern(new byte[] {'*'});

    private GlobPattern pattern = ALL;
    private boolean strings = true;
    private long count = DEFAULT_COUNT;

    private KeyspaceScan() {}

    public static void run(RespRequest request, CommandContext context, ByteBuf out, boolean resp3) {
        long cursor = cursor(request);
        if (cursor < 0) {
            ReplyWriter.error(out, "ERR invalid cursor");
            return;
        }
        KeyspaceScan scan = new KeyspaceScan();
        String error = scan.parse(request);
        if (error != null) {
            ReplyWriter.error(out, error);
            return;
        }
        List<byte[]> found = new ArrayList<>();
        long next = scan.collect(cursor, context, found);
        ReplyWriter.array(out, 2);
        ReplyWriter.bulk(out, Long.toString(next));
        KeyspaceCommands.keys(found, out);
    }

    /** Returns the cursor; negative when it is not a number. A cursor that no scan returned ends the scan. */
    private static long cursor(RespRequest request) {
        String text = request.text(1);
        if (text.isEmpty()) {
            return 0;
        }
        if (!text.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
            return -1;
        }
        try {
            return Long.parseUnsignedLong(text) & Long.MAX_VALUE;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private @Nullable String parse(RespRequest request) {
        for (int at = 2; at < request.size(); at += 2) {
            if (at + 1 == request.size()) {
                return ErrorReplies.SYNTAX;
            }
            if (request.is(at, "COUNT")) {
                if (!request.isNumber(at + 1)) {
                    return ErrorReplies.NOT_INTEGER;
                }
                count = request.number(at + 1);
                if (count < 1) {
                    return ErrorReplies.SYNTAX;
                }
            } else if (request.is(at, "MATCH")) {
                pattern = new GlobPattern(request.copy(at + 1));
            } else if (request.is(at, "TYPE")) {
                strings = request.is(at + 1, "string");
            } else {
                return ErrorReplies.SYNTAX;
            }
        }
        return null;
    }

    /** Collects keys from the cursor on; returns the next cursor. */
    private long collect(long cursor, CommandContext context, List<byte[]> found) {
        EntryStore entryStore = context.entryStore();
        long now = entryStore.clock().millis();
        long steps = Math.min(count, Integer.MAX_VALUE) * STEPS_PER_KEY;
        long visited = 0;
        int[] visitedNow = {0};
        int place = (int) cursor;
        for (long token = cursor >>> Integer.SIZE; token < entryStore.tokens(); token++, place = 0) {
            TokenStore store = entryStore.get((int) token);
            if (store == null) {
                continue;
            }
            synchronized (store) {
                if (store.size() == 0 || !context.mayServe(store)) {
                    continue;
                }
                do {
                    if (visited >= count || steps == 0) {
                        return (token << Integer.SIZE) | Integer.toUnsignedLong(place);
                    }
                    steps--;
                    visitedNow[0] = 0;
                    place = store.scan(place, now, entry -> {
                        visitedNow[0]++;
                        if (strings && KeyspaceCommands.matches(pattern, entry)) {
                            found.add(entry);
                        }
                    });
                    visited += visitedNow[0];
                } while (place != 0);
            }
        }
        return 0;
    }
}
