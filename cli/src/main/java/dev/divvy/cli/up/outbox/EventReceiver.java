package dev.divvy.cli.up.outbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Receives the events that the workers deliver, on a loopback port and under a path that only the workers know. It takes a moment for each
 * request, as a real receiver would, so that there is work in flight when a worker is paused or killed.
 */
final class EventReceiver implements AutoCloseable {

    /** More than the threads of all workers. */
    private static final int THREADS = 128;

    private static final int BACKLOG = 128;
    private static final int LONGEST_BODY = 1 << 20;
    private static final long IDLE_SECONDS = 10;

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
                String body = new String(exchange.getRequestBody().readNBytes(LONGEST_BODY), StandardCharsets.UTF_8);
                EventDelivery.read(body).forEach(event -> audit.delivered(event.entity(), event.number()));
                TimeUnit.NANOSECONDS.sleep(delay.next().toNanos());
                requests.awaitRelease(worker);
                exchange.sendResponseHeaders(204, -1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                requests.end(worker);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
