package dev.divvy.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Maps a method and a path to a reply. */
final class Router {

    private static final Map<String, String> ALLOW = Map.of("Allow", "GET, HEAD");

    private final Map<String, Supplier<HttpReply>> replies = new LinkedHashMap<>();

    Router(ConsoleSource source, BoundedCalls calls, boolean metricsOnly) {
        if (!metricsOnly) {
            replies.put("/api/status", () -> HttpReply.json(calls.call(() -> StatusJson.line(source.status()))));
        }
        replies.put("/metrics", () -> HttpReply.metrics(calls.call(source::metrics)));
        // Does not call the source: a process whose source hangs is alive, but not ready.
        replies.put("/healthz", () -> HttpReply.line(200, "alive"));
        replies.put("/readyz", () -> readiness(calls.call(source::readiness)));
    }

    private static HttpReply readiness(Readiness readiness) {
        return HttpReply.line(readiness.ready() ? 200 : 503, readiness.message());
    }

    /** @throws RefusedRequestException when the path is unknown, or does not support the method */
    HttpReply reply(String method, String path) {
        Supplier<HttpReply> found = replies.get(path);
        if (found == null) {
            throw new RefusedRequestException(
                    404, "there is no " + PrintableText.of(path) + "; there is " + String.join(", ", replies.keySet()));
        }
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw new RefusedRequestException(
                    405, PrintableText.of(method) + " is not supported by " + path + "; use GET", ALLOW);
        }
        return found.get();
    }
}
