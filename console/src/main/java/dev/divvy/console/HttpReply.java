package dev.divvy.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A reply to one request.
 *
 * @param headers headers besides those that every reply has
 */
record HttpReply(int status, String type, String body, Map<String, String> headers) {

    private static final String PLAIN = "text/plain; charset=utf-8";

    /** The format that Prometheus expects by default. */
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private static final String JSON = "application/json; charset=utf-8";

    /** Returns a reply of one line of plain text. */
    static HttpReply line(int status, String text) {
        return line(status, text, Map.of());
    }

    static HttpReply line(int status, String text, Map<String, String> headers) {
        return new HttpReply(status, PLAIN, text.strip().replaceAll("\\s*\\R\\s*", " ") + "\n", headers);
    }

    static HttpReply json(String text) {
        return new HttpReply(200, JSON, text + "\n", Map.of());
    }

    static HttpReply metrics(String text) {
        return new HttpReply(200, PROMETHEUS, text, Map.of());
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Headers response = exchange.getResponseHeaders();
        response.set("Content-Type", type);
        response.set("Cache-Control", "no-store");
        response.set("X-Content-Type-Options", "nosniff");
        response.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        headers.forEach(response::set);
        if (exchange.getRequestMethod().equals("HEAD")) {
            response.set("Content-Length", Integer.toString(bytes.length));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
