package dev.divvy.cli.cache;

import dev.divvy.allocation.Version;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.CacheStats;
import dev.divvy.cli.http.MeteredSource;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.Readiness;
import dev.divvy.console.view.GroupView;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The status and the metrics of a node, as it serves them over HTTP. */
final class NodeConsole extends MeteredSource<GroupStatus> {

    private final CacheNode node;

    NodeConsole(CacheNode node) {
        super("divvy.cache.");
        this.node = node;
        gauges();
        counters();
    }

    private void gauges() {
        metrics.gauge(
                "epoch",
                "epoch of the allocation",
                status -> status.version().map(Version::epoch).orElse(0L));
        metrics.gauge("members", "live nodes", GroupView::living);
        metrics.gauge("calm", "1 when no token is moving", status -> status.calm() ? 1 : 0);
        metrics.gauge(
                "tokens", "tokens that this node holds", status -> status.self().held());
        metrics.gauge("entries", "entries on this node", status -> node.stats().entries());
        metrics.gauge(
                "memory.bytes",
                "memory that the entries use",
                status -> node.stats().bytes());
        metrics.gauge(
                "copies",
                "copies of other nodes' entries on this node",
                status -> node.stats().copies());
        metrics.gauge(
                "unsettled.tokens",
                "tokens of this node of which a copy is missing, or a former owner has not forgotten the entries",
                status -> node.stats().unsettledTokens());
    }

    private void counters() {
        counter("hits", "reads that found an entry", CacheStats::hits);
        counter("misses", "reads that found no entry", CacheStats::misses);
        counter("expired", "entries that expired", CacheStats::expired);
        counter("evicted", "entries that were evicted to free memory", CacheStats::evicted);
        counter(
                "lost.tokens",
                "tokens that this node began to serve without the entries that they had",
                CacheStats::lostTokens);
    }

    private void counter(String name, String description, ToDoubleFunction<CacheStats> value) {
        metrics.counter(name, description, status -> value.applyAsDouble(node.stats()));
    }

    @Override
    protected GroupStatus sample() {
        return node.status();
    }

    @Override
    public List<ProductSnapshot> products() {
        GroupStatus group = node.status();
        return List.of(
                new ProductSnapshot("cache", group, CacheFigures.of(group.self().id(), node.stats()), Map.of()));
    }

    @Override
    public Readiness readiness() {
        return Readiness.of(node.status());
    }
}
