package dev.divvy.console.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Handles one request: checks it, routes it, and sends the reply. */
public final class RequestHandler implements HttpHandler {

    /** The part of a refused request's body that is read: a client that is still sending would not read the reply. */
    private static final int SKIPPED_BYTES = 1 << 20;

    private final RequestGuard guard;
    private final Router router;
    private final Optional<EventStreams> streams;
    private final WriteDeadlines deadlines;

    public RequestHandler(RequestGuard guard, Router router, Optional<EventStreams> streams, WriteDeadlines deadlines) {
        this.guard = guard;
        this.router = router;
        this.streams = streams;
        this.deadlines = deadlines;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Optional<HttpReply> reply;
        try {
            reply = reply(exchange);
        } catch (RefusedRequestException e) {
            skip(exchange.getRequestBody());
            reply = Optional.of(e.reply());
        } catch (RuntimeException e) {
            reply = Optional.of(HttpReply.line(500, "the request failed: " + e));
        }
        if (reply.isPresent()) {
            HttpReply sent = reply.get();
            try (exchange) {
                deadlines.run(() -> sent.send(exchange));
            }
        }
    }

    /** Returns the reply; empty for an event stream, which has begun. */
    private Optional<HttpReply> reply(HttpExchange exchange) throws IOException {
        guard.check(exchange.getRequestHeaders());
        HttpCall call = HttpCall.of(exchange);
        if (streams.isPresent() && router.isStream(call)) {
            streams.get().begin(exchange);
            return Optional.empty();
        }
        return Optional.of(router.reply(call));
    }

    private static void skip(InputStream body) throws IOException {
        byte[] buffer = new byte[8_192];
        int left = SKIPPED_BYTES;
        for (int read = 0; left > 0 && read >= 0; left -= read) {
            read = body.read(buffer);
        }
    }
}
