package dev.divvy.cli.distributor.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.divvy.cli.distributor.http.ServerLimits;
import dev.divvy.distributor.DistributorStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Serves {@code /metrics} and {@code /healthz} of one instance, to be read only. */
public final class MetricsServer implements AutoCloseable {

    private static final int THREADS = 2;
    private static final int WAITING = 16;

    /** The form that Prometheus asks for when it has no wish. */
    private static final String FIGURES = "text/plain; version=0.0.4; charset=utf-8";

    private static final String PLAIN = "text/plain; charset=utf-8";

    private final Supplier<DistributorStatus> status;
    private final Figures figures;
    private final HttpServer server;
    private final ExecutorService threads;

    /** One answer. */
    private record Page(int code, String type, String text) {}

    private MetricsServer(HttpServer server, Supplier<DistributorStatus> status) {
        this.status = status;
        this.figures = new Figures(status);
        this.server = server;
        this.threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "divvy-metrics");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Listens from now on.
     *
     * @throws IOException when it cannot, such as because the port is taken
     */
    public static MetricsServer start(InetSocketAddress at, Supplier<DistributorStatus> status) throws IOException {
        ServerLimits.set();
        MetricsServer made = new MetricsServer(HttpServer.create(at, WAITING), status);
        made.server.setExecutor(made.threads);
        made.server.createContext("/", made::answer);
        made.server.start();
        return made;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Page page = exchange.getRequestMethod().equals("GET")
                    ? page(exchange.getRequestURI().getPath())
                    : new Page(405, PLAIN, "only GET is answered here\n");
            byte[] text = page.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", page.type());
            exchange.sendResponseHeaders(page.code(), text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private Page page(String path) {
        return switch (path) {
            case "/metrics" -> new Page(200, FIGURES, figures.text());
            case "/healthz" -> health();
            default -> new Page(404, PLAIN, "there is /metrics and /healthz\n");
        };
    }

    private Page health() {
        DistributorStatus now = status.get();
        Optional<String> trouble = now.trouble()
                .or(() -> now.writer().isPresent() ? Optional.empty() : Optional.of("nobody writes the table yet"));
        return trouble.map(why -> new Page(503, PLAIN, why.replaceAll("\\s*\\R\\s*", " ") + "\n"))
                .orElse(new Page(200, PLAIN, now.writing() ? "writes the table\n" : "waits to take over\n"));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        figures.close();
    }
}
