package dev.divvy.cli.distributor.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** What is said to a question: a status and JSON. */
record Reply(int status, Object json, String allowed) {

    private static final JSON WRITTEN = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);
    private static final String HEAD = "HEAD";

    static Reply ok(Object json) {
        return new Reply(200, json, "");
    }

    static Reply error(int status, String message) {
        return new Reply(status, Map.of("error", message), "");
    }

    static Reply of(Refused refused) {
        return new Reply(refused.status(), Map.of("error", String.valueOf(refused.getMessage())), refused.allowed());
    }

    /** Says it; who does not listen any more is let go. */
    void to(HttpExchange exchange) {
        byte[] bytes = (WRITTEN.asString(json) + "\n").getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            if (!allowed.isEmpty()) {
                exchange.getResponseHeaders().set("Allow", allowed);
            }
            if (exchange.getRequestMethod().equals(HEAD)) {
                exchange.sendResponseHeaders(status, -1);
            } else {
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        } catch (IOException e) {
            // Nobody is there to be told.
        }
    }
}
