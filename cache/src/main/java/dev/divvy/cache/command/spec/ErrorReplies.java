package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The texts of error replies, as clients know them from Redis. */
public final class ErrorReplies {

    public static final String SYNTAX = "ERR syntax error";
    public static final String NOT_INTEGER = "ERR value is not an integer or out of range";
    public static final String NOT_FLOAT = "ERR value is not a valid float";
    public static final String INCREMENT_OVERFLOW = "ERR increment or decrement would overflow";
    public static final String DECREMENT_OVERFLOW = "ERR decrement would overflow";
    public static final String NOT_FINITE = "ERR increment would produce NaN or Infinity";
    public static final String OFFSET = "ERR offset is out of range";
    public static final String TOO_LONG = "ERR string exceeds maximum allowed size (proto-max-bulk-len)";
    public static final String NO_AUTH = "NOAUTH Authentication required.";
    public static final String WRONG_PASS = "WRONGPASS invalid username-password pair or user is disabled.";
    public static final String NO_CLUSTER = "ERR This instance has cluster support disabled";

    private static final int MAX_SHOWN = 128;

    private ErrorReplies() {}

    public static String arity(String command) {
        return "ERR wrong number of arguments for '" + command + "' command";
    }

    public static String expireTime(String command) {
        return "ERR invalid expire time in '" + command + "' command";
    }

    /** Returns the error for an unknown command; it shows the bytes of the request unchanged. */
    public static byte[] unknownCommand(RespRequest request) {
        StringBuilder shown = new StringBuilder();
        for (int i = 1; i < request.size() && shown.length() < MAX_SHOWN; i++) {
            String argument = plain(request, i, MAX_SHOWN - shown.length());
            shown.append('\'').append(argument).append("' ");
        }
        return ("ERR unknown command '" + plain(request, 0, MAX_SHOWN) + "', with args beginning with: " + shown)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] unknownSubcommand(RespRequest request, String container) {
        return ("ERR unknown subcommand '" + plain(request, 1, MAX_SHOWN) + "'. Try " + container + " HELP.")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] withArgument(String before, RespRequest request, int argument, String after) {
        return (before + plain(request, argument, Integer.MAX_VALUE) + after).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns an argument as one character per byte, up to the first zero byte, as Redis shows it. */
    private static String plain(RespRequest request, int argument, int maxLength) {
        int start = request.start(argument);
        int length = Math.min(request.length(argument), maxLength);
        byte[] bytes = Arrays.copyOfRange(request.data(), start, start + length);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int zero = text.indexOf('\0');
        return zero < 0 ? text : text.substring(0, zero);
    }
}
