package dev.divvy.cli.distributor.metrics;

import dev.divvy.cli.http.Page;
import dev.divvy.cli.http.PageServer;
import dev.divvy.cli.metrics.Meters;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Namespaces;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.jr.ob.JSON;

/** Serves {@code /api/status}, {@code /metrics} and {@code /healthz} of one instance, to be read only. */
public final class MetricsServer implements AutoCloseable {

    private final Namespaces names;
    private final Supplier<DistributorStatus> status;
    private final Meters<DistributorStatus> figures;
    private final PageServer server;

    private MetricsServer(InetSocketAddress at, Namespaces names, Supplier<DistributorStatus> status)
            throws IOException {
        this.names = names;
        this.status = status;
        this.figures = Figures.of(status);
        this.server = PageServer.start("divvy-metrics", at, this::page);
    }

    /**
     * Listens from now on.
     *
     * @throws IOException when it cannot, such as because the port is taken
     */
    public static MetricsServer start(InetSocketAddress at, Namespaces names, Supplier<DistributorStatus> status)
            throws IOException {
        return new MetricsServer(at, names, status);
    }

    public int port() {
        return server.port();
    }

    private Page page(String path) {
        return switch (path) {
            case "/api/status" ->
                Page.json(JSON.std
                        .with(JSON.Feature.WRITE_NULL_PROPERTIES)
                        .asString(DistributorStatusJson.of(status.get(), names)));
            case "/metrics" -> Page.figures(figures.text());
            case "/healthz" -> health();
            default -> Page.line(404, "there is /api/status, /metrics and /healthz");
        };
    }

    private Page health() {
        DistributorStatus now = status.get();
        Optional<String> trouble = now.trouble()
                .or(() -> now.writer().isPresent() ? Optional.empty() : Optional.of("nobody writes the table yet"));
        return trouble.map(why -> Page.line(503, why))
                .orElse(Page.line(200, now.writing() ? "writes the table" : "waits to take over"));
    }

    @Override
    public void close() {
        server.close();
        figures.close();
    }
}
