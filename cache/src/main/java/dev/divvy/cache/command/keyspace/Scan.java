package dev.divvy.cache.command.keyspace;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Shelf;
import dev.divvy.cache.store.Shelves;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A walk over all keys of this node, in steps. Its cursor is the token in the upper half and the place on the token's shelf in
 * the lower, so a key that is there during the whole walk is seen at least once, unless its token leaves the node.
 */
public final class Scan {

    private static final int DEFAULT_COUNT = 10;
    private static final int LOOKS_FOR_ONE = 10;
    private static final Glob ALL = new Glob(new byte[] {'*'});

    private Glob pattern = ALL;
    private boolean strings = true;
    private long count = DEFAULT_COUNT;

    private Scan() {}

    public static void run(Request request, Ground ground, ByteBuf out, boolean resp3) {
        long cursor = cursor(request);
        if (cursor < 0) {
            Replies.error(out, "ERR invalid cursor");
            return;
        }
        Scan scan = new Scan();
        String fault = scan.parse(request);
        if (fault != null) {
            Replies.error(out, fault);
            return;
        }
        List<byte[]> found = new ArrayList<>();
        long next = scan.walk(cursor, ground.shelves(), found);
        Replies.array(out, 2);
        Replies.bulk(out, Long.toString(next));
        Keyspace.keys(found, out);
    }

    /** Negative when it is none. One that no walk ever gave ends the walk. */
    private static long cursor(Request request) {
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

    private @Nullable String parse(Request request) {
        for (int at = 2; at < request.size(); at += 2) {
            if (at + 1 == request.size()) {
                return Faults.SYNTAX;
            }
            if (request.is(at, "COUNT")) {
                if (!request.isNumber(at + 1)) {
                    return Faults.NOT_INTEGER;
                }
                count = request.number(at + 1);
                if (count < 1) {
                    return Faults.SYNTAX;
                }
            } else if (request.is(at, "MATCH")) {
                pattern = new Glob(request.copy(at + 1));
            } else if (request.is(at, "TYPE")) {
                strings = request.is(at + 1, "string");
            } else {
                return Faults.SYNTAX;
            }
        }
        return null;
    }

    private long walk(long cursor, Shelves shelves, List<byte[]> found) {
        long now = shelves.clock().millis();
        long looks = Math.min(count, Integer.MAX_VALUE) * LOOKS_FOR_ONE;
        long seen = 0;
        int[] seenHere = {0};
        int place = (int) cursor;
        for (long token = cursor >>> Integer.SIZE; token < shelves.tokens(); token++, place = 0) {
            Shelf shelf = shelves.of((int) token);
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
                        if (strings && Keyspace.fits(pattern, entry)) {
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
