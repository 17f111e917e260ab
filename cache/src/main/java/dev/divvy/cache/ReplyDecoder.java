package dev.divvy.cache;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads replies in RESP. Each method throws a {@link CacheException} for an error reply. */
final class ReplyDecoder {

    private ReplyDecoder() {}

    /** Returns the value; empty when there is none. */
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

    /** Whether the reply is OK, rather than the absence of a value. */
    static boolean isOk(byte[] reply) {
        check(reply);
        return reply[0] == '+';
    }

    static void check(byte[] reply) {
        if (reply[0] == '-') {
            throw new CacheException(text(reply));
        }
    }

    private static String text(byte[] reply) {
        return new String(reply, 1, reply.length - 1, StandardCharsets.UTF_8).strip();
    }
}
