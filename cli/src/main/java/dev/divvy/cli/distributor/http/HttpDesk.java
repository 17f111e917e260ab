package dev.divvy.cli.distributor.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.divvy.cli.http.ServerLimits;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Where a distributor is asked over HTTP, and told: its status, its lists, its table. It changes things and knows no secret, so it
 * listens to this machine only.
 */
public final class HttpDesk implements AutoCloseable {

    private static final int THREADS = 8;
    private static final List<String> EVENTS = List.of("api", "events");

    private final HttpServer server;
    private final ExecutorService executor;
    private final Events events;
    private final Routes routes;

    private HttpDesk(HttpServer server, Store store, Namespaces names, Supplier<DistributorStatus> status) {
        AtomicInteger number = new AtomicInteger();
        this.server = server;
        this.executor = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "divvy-desk-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.events = new Events(store);
        this.routes = new Routes(store, names, status);
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Answers at this address from now on. The store stays the caller's.
     *
     * @throws IllegalArgumentException when others than this machine could ask there
     * @throws IOException when it cannot be listened on
     */
    public static HttpDesk start(
            InetSocketAddress at, Store store, Namespaces names, Supplier<DistributorStatus> status)
            throws IOException {
        String shown = at.getHostString() + ":" + at.getPort();
        if (at.isUnresolved()) {
            throw new IOException("the name '" + at.getHostString() + "' is not known");
        }
        if (!at.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("the desk changes things and asks for no secret, so it listens to this"
                    + " machine only: 127.0.0.1:" + at.getPort() + ", not " + shown);
        }
        ServerLimits.set();
        return new HttpDesk(HttpServer.create(at, Events.MOST_WAITING), store, names, status);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            Doorman.check(exchange.getRequestHeaders());
            Question question = Question.of(exchange);
            if (question.path().equals(EVENTS)) {
                events.add(exchange, Routes.only("GET", question, EVENTS.size()));
            } else {
                Reply.ok(routes.answer(question)).to(exchange);
            }
        } catch (Refused e) {
            // Who is still sending would not hear the answer.
            skip(exchange.getRequestBody());
            Reply.of(e).to(exchange);
        } catch (StoreTroubleException e) {
            Reply.error(503, String.valueOf(e.getMessage())).to(exchange);
        } catch (RuntimeException e) {
            Reply.error(500, "failed unexpectedly: " + e).to(exchange);
        }
    }

    private static void skip(InputStream body) throws IOException {
        byte[] buffer = new byte[1 << 16];
        int left = Question.LARGEST_BODY;
        for (int read = 0; left > 0 && read >= 0; left -= read) {
            read = body.read(buffer);
        }
    }

    /** Ends at once; those who wait for a change are answered. */
    @Override
    public void close() {
        events.close();
        server.stop(0);
        executor.shutdownNow();
    }
}
