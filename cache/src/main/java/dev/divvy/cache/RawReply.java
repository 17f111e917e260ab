package dev.divvy.cache;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** What a reply says, as it came over the wire. */
final class RawReply {

    private RawReply() {}

    /** A value, or nothing. */
    static Optional<byte[]> value(byte[] reply) {
        check(reply);
        if (reply[0] != '$' || reply[1] == '-') {
            return Optional.empty();
        }
        int start = 1;
        while (reply[start] != '\n') {
            start++;
        }
        return Optional.of(Arrays.copyOfRange(reply, start + 1, reply.length - 2));
    }

    static long number(byte[] reply) {
        check(reply);
        return Long.parseLong(text(reply));
    }

    static void done(byte[] reply) {
        check(reply);
    }

    /** Whether it is something at all. */
    static boolean isThere(byte[] reply) {
        check(reply);
        return reply[0] == '+';
    }

    private static void check(byte[] reply) {
        if (reply[0] == '-') {
            throw new CacheException(text(reply));
        }
    }

    private static String text(byte[] reply) {
        return new String(reply, 1, reply.length - 1, StandardCharsets.UTF_8).strip();
    }
}
