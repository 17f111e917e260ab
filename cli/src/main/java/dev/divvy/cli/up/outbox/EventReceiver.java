package dev.divvy.cli.up.outbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.jr.ob.JSON;

/**
 * Receives the events that the workers deliver, on a loopback port and under a path that only the workers know. It takes a moment for each,
 * as a real receiver would, so that there is work in flight when a worker is paused or killed.
 */
final class EventReceiver implements AutoCloseable {

    /** More than the threads of all workers. */
    private static final int THREADS = 128;

    private static final int BACKLOG = 128;
    private static final int LONGEST_BODY = 4_096;
    private static final long IDLE_SECONDS = 10;
    private static final Pattern PAYLOAD = Pattern.compile("event (\\d{1,18})");

    private final String path;
    private final EventAudit audit;
    private final ResponseDelay delay;
    private final RequestsInFlight requests = new RequestsInFlight();
    private final HttpServer server;
    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.numbered("divvy-receiver"));

    /** @param secret the beginning of the path */
    EventReceiver(String secret, EventAudit audit, ResponseDelay delay) {
        this.path = "/" + secret + "/";
        this.audit = audit;
        this.delay = delay;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            throw Failure.failed("cannot receive events on this machine: " + e.getMessage());
        }
        server.setExecutor(threads);
        server.createContext(path, this::handle);
        server.start();
    }

    /** Returns the address to which this worker delivers its events. */
    String address(String worker) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path + worker;
    }

    RequestsInFlight requests() {
        return requests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String worker = exchange.getRequestURI().getPath().substring(path.length());
            requests.begin(worker);
            try {
                byte[] body = exchange.getRequestBody().readNBytes(LONGEST_BODY);
                boolean accepted = exchange.getRequestMethod().equals("POST") && receive(body);
                TimeUnit.NANOSECONDS.sleep(delay.next().toNanos());
                requests.awaitRelease(worker);
                exchange.sendResponseHeaders(accepted ? 204 : 400, -1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                requests.end(worker);
            }
        }
    }

    /** Returns whether this is an event of the demo. */
    private boolean receive(byte[] body) {
        try {
            Map<String, Object> event = JSON.std.mapFrom(new String(body, StandardCharsets.UTF_8));
            Optional<Long> number = number(String.valueOf(event.get("payload")));
            number.ifPresent(n -> audit.delivered(String.valueOf(event.get("entityId")), n));
            return number.isPresent();
        } catch (RuntimeException notJson) {
            return false;
        }
    }

    /** Returns the number of the event with this payload; empty if it is not an event of the demo. */
    static Optional<Long> number(String payload) {
        Matcher event = PAYLOAD.matcher(payload);
        return event.matches() ? Optional.of(Long.valueOf(event.group(1))) : Optional.empty();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
