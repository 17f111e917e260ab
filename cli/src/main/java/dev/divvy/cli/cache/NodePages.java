package dev.divvy.cli.cache;

import dev.divvy.allocation.Version;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.CacheStats;
import dev.divvy.cli.http.Page;
import dev.divvy.cli.http.PageServer;
import dev.divvy.cli.metrics.Meters;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import tools.jackson.jr.ob.JSON;

/** Serves {@code /api/status}, {@code /metrics} and {@code /healthz} of one node, on this machine and to be read only. */
final class NodePages implements AutoCloseable {

    private final CacheNode node;
    private final Meters<GroupStatus> figures;
    private final PageServer server;

    /** @throws IOException when the port is taken */
    NodePages(CacheNode node, int port) throws IOException {
        this.node = node;
        this.figures = new Meters<>("divvy.cache.", node::status);
        gauges();
        counters();
        this.server = PageServer.start(
                "divvy-http", new InetSocketAddress(InetAddress.getLoopbackAddress(), port), this::page);
    }

    int port() {
        return server.port();
    }

    private void gauges() {
        figures.gauge(
                "epoch",
                "epoch of the allocation",
                seen -> seen.version().map(Version::epoch).orElse(0L));
        figures.gauge("members", "nodes that are there", NodePages::living);
        figures.gauge("calm", "1 when nothing moves", seen -> seen.calm() ? 1 : 0);
        figures.gauge(
                "tokens", "tokens that this node holds", seen -> seen.self().held());
        figures.gauge("entries", "entries on this node", seen -> node.stats().entries());
        figures.gauge("memory.bytes", "what they take", seen -> node.stats().bytes());
    }

    private void counters() {
        counter("hits", "reads that found an entry", CacheStats::hits);
        counter("misses", "reads that found none", CacheStats::misses);
        counter("expired", "entries whose time was over", CacheStats::expired);
        counter("evicted", "entries that had to make room", CacheStats::evicted);
    }

    private void counter(String name, String description, ToDoubleFunction<CacheStats> figure) {
        figures.counter(name, description, seen -> figure.applyAsDouble(node.stats()));
    }

    private static long living(GroupStatus status) {
        return status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .count();
    }

    private Page page(String path) {
        return switch (path) {
            case "/api/status" ->
                Page.json(JSON.std
                        .with(JSON.Feature.WRITE_NULL_PROPERTIES)
                        .asString(NodeJson.of(node.status(), node.stats())));
            case "/metrics" -> Page.figures(figures.text());
            case "/healthz" -> health();
            default -> Page.line(404, "there is /api/status, /metrics and /healthz");
        };
    }

    private Page health() {
        GroupStatus status = node.status();
        Optional<String> trouble = status.self()
                .trouble()
                .or(() -> status.self().lease().isZero()
                        ? Optional.of("has not heard of the other nodes for too long, and serves nothing")
                        : Optional.empty());
        return trouble.map(why -> Page.line(503, why))
                .orElseGet(() -> Page.line(200, "serves " + status.self().held() + " tokens"));
    }

    @Override
    public void close() {
        server.close();
        figures.close();
    }
}
