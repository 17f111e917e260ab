package dev.divvy.console.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A reply to one request.
 *
 * @param headers headers besides those that every reply has; one of the same name replaces it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HttpReply(int status, String type, byte[] body, Map<String, String> headers) {

    private static final String PLAIN = "text/plain; charset=utf-8";

    /** The format that Prometheus expects by default. */
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private static final String JSON = "application/json; charset=utf-8";

    /** Returns a reply of one line of plain text. */
    static HttpReply line(int status, String text) {
        return line(status, text, Map.of());
    }

    static HttpReply line(int status, String text, Map<String, String> headers) {
        return text(status, PLAIN, text.strip().replaceAll("\\s*\\R\\s*", " ") + "\n", headers);
    }

    static HttpReply json(String text) {
        return text(200, JSON, text + "\n", Map.of());
    }

    static HttpReply metrics(String text) {
        return text(200, PROMETHEUS, text, Map.of());
    }

    private static HttpReply text(int status, String type, String text, Map<String, String> headers) {
        return new HttpReply(status, type, text.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Sets the headers that every reply has. */
    static void setCommon(Headers headers, String type) {
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    }

    void send(HttpExchange exchange) throws IOException {
        Headers response = exchange.getResponseHeaders();
        setCommon(response, type);
        headers.forEach(response::set);
        if (exchange.getRequestMethod().equals("HEAD")) {
            response.set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, -1);
        } else if (status == 304) {
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
