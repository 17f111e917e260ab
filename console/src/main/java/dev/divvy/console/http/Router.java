package dev.divvy.console.http;

import dev.divvy.console.ConsoleSource;
import dev.divvy.console.Readiness;
import dev.divvy.console.StatusJson;
import dev.divvy.console.feed.DashboardFeed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Maps a method and a path to a reply. */
public final class Router {

    /** The path whose reply has no end; {@link EventStreams} writes it. */
    static final String EVENTS = "/api/events";

    private static final String OPERATIONS = "/api/operations";
    private static final Map<String, String> ALLOW_READING = Map.of("Allow", "GET, HEAD");
    private static final Map<String, String> ALLOW_POST = Map.of("Allow", "POST");

    private final BoundedCalls calls;
    private final Map<String, Function<HttpCall, HttpReply>> replies = new LinkedHashMap<>();

    private Optional<PageFiles> page = Optional.empty();
    private Optional<OperationRequests> operations = Optional.empty();

    private Router(BoundedCalls calls) {
        this.calls = calls;
        // Does not call the source: a process whose source hangs is alive, but not ready.
        replies.put("/healthz", call -> HttpReply.line(200, "alive"));
        replies.put("/version", call -> HttpReply.line(200, ConsoleVersion.VERSION));
    }

    private Router(ConsoleSource source, BoundedCalls calls) {
        this(calls);
        replies.put("/metrics", call -> HttpReply.metrics(calls.call(source::metrics)));
        replies.put("/readyz", call -> readiness(calls.call(source::readiness)));
    }

    /** Returns a router for metrics and health alone. */
    public static Router ofMetrics(ConsoleSource source, BoundedCalls calls) {
        return new Router(source, calls);
    }

    /** Returns a router for the page and a replay that it shows. */
    public static Router ofReplay(String replay, BoundedCalls calls) {
        Router router = new Router(calls);
        router.page = Optional.of(new PageFiles());
        router.replies.put("/api/replay", call -> HttpReply.json(replay));
        return router;
    }

    /**
     * Returns a router for everything.
     *
     * @param key the key that a client needs to perform operations; empty when none are offered
     */
    public static Router of(ConsoleSource source, BoundedCalls calls, DashboardFeed feed, Optional<String> key) {
        Router router = new Router(source, calls);
        router.page = Optional.of(new PageFiles());
        Questions questions = new Questions(feed);
        // The reply to HEAD; GET begins a stream.
        router.replies.put(EVENTS, call -> HttpReply.line(200, ""));
        router.replies.put(
                "/api/status",
                call -> HttpReply.json(calls.call(
                        () -> StatusJson.line(feed.status(source.products(), System.currentTimeMillis(), null)))));
        router.replies.put("/api/why", call -> calls.call(() -> questions.why(call)));
        router.replies.put("/api/plan", call -> calls.call(() -> questions.plan(call)));
        router.operations =
                key.flatMap(text -> source.operations().map(offered -> new OperationRequests(offered, text)));
        return router;
    }

    private static HttpReply readiness(Readiness readiness) {
        return HttpReply.line(readiness.ready() ? 200 : 503, readiness.message());
    }

    /** Returns whether this is a request for the event stream. */
    boolean isStream(HttpCall call) {
        return call.method().equals("GET") && call.path().equals(EVENTS);
    }

    /** @throws RefusedRequestException when the path is unknown, or does not support the method */
    HttpReply reply(HttpCall call) {
        if (operations.isPresent() && call.path().equals(OPERATIONS)) {
            if (!call.method().equals("POST")) {
                throw notSupported(call, "POST", ALLOW_POST);
            }
            return operations.get().reply(call, calls);
        }
        Optional<HttpReply> file = page.flatMap(files -> files.reply(call.path(), call.headers()));
        Function<HttpCall, HttpReply> found = replies.get(call.path());
        if (file.isEmpty() && found == null) {
            throw new RefusedRequestException(
                    404, "there is no " + PrintableText.of(call.path()) + "; there is " + paths());
        }
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            throw notSupported(call, "GET", ALLOW_READING);
        }
        return file.orElseGet(() -> Objects.requireNonNull(found).apply(call));
    }

    private static RefusedRequestException notSupported(HttpCall call, String method, Map<String, String> allowed) {
        return new RefusedRequestException(
                405,
                PrintableText.of(call.method()) + " is not supported by " + call.path() + "; use " + method,
                allowed);
    }

    private String paths() {
        return (page.isPresent() ? "/, " : "")
                + String.join(", ", replies.keySet())
                + (operations.isPresent() ? ", " + OPERATIONS : "");
    }
}
