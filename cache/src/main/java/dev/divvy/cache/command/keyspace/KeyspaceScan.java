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
 * A walk over all keys of this node, in steps. Its cursor is the token in the upper half and the place on the token's shelf in
 * the lower, so a key that is there during the whole walk is seen at least once, unless its token leaves the node.
 */
public final class KeyspaceScan {

    private static final int DEFAULT_COUNT = 10;
    private static final int LOOKS_FOR_ONE = 10;
    private static final GlobPattern ALL = new GlobPattern(new byte[] {'*'});

    private GlobPattern pattern = ALL;
    private boolean strings = true;
    private long count = DEFAULT_COUNT;

    private KeyspaceScan() {}

    public static void run(RespRequest request, CommandContext ground, ByteBuf out, boolean resp3) {
        long cursor = cursor(request);
        if (cursor < 0) {
            ReplyWriter.error(out, "ERR invalid cursor");
            return;
        }
        KeyspaceScan scan = new KeyspaceScan();
        String fault = scan.parse(request);
        if (fault != null) {
            ReplyWriter.error(out, fault);
            return;
        }
        List<byte[]> found = new ArrayList<>();
        long next = scan.walk(cursor, ground.shelves(), found);
        ReplyWriter.array(out, 2);
        ReplyWriter.bulk(out, Long.toString(next));
        KeyspaceCommands.keys(found, out);
    }

    /** Negative when it is none. One that no walk ever gave ends the walk. */
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

    private long walk(long cursor, EntryStore shelves, List<byte[]> found) {
        long now = shelves.clock().millis();
        long looks = Math.min(count, Integer.MAX_VALUE) * LOOKS_FOR_ONE;
        long seen = 0;
        int[] seenHere = {0};
        int place = (int) cursor;
        for (long token = cursor >>> Integer.SIZE; token < shelves.tokens(); token++, place = 0) {
            TokenStore shelf = shelves.of((int) token);
            if (shelf == null) {
                continue;
            }
            synchronized (shelf) {
                if (shelf.size() == 0) {
                    continue;
                }
                do {
                    if (seen >= count || looks == 0) {
                        return (token << Integer.SIZE) | Integer.toUnsignedLong(place);
                    }
                    looks--;
                    seenHere[0] = 0;
                    place = shelf.scan(place, now, entry -> {
                        seenHere[0]++;
                        if (strings && KeyspaceCommands.fits(pattern, entry)) {
                            found.add(entry);
                        }
                    });
                    seen += seenHere[0];
                } while (place != 0);
            }
        }
        return 0;
    }
}
