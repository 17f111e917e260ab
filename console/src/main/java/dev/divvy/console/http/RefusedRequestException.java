package dev.divvy.console.http;

import java.util.Map;

/** Thrown for a request that gets an error reply: a status and one line that says what is wrong. */
public final class RefusedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient HttpReply reply;

    RefusedRequestException(int status, String message) {
        this(status, message, Map.of());
    }

    RefusedRequestException(int status, String message, Map<String, String> headers) {
        super(message);
        this.reply = HttpReply.line(status, message, headers);
    }

    HttpReply reply() {
        return reply;
    }
}
