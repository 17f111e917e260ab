package dev.divvy.cli.cache;

import dev.divvy.allocation.Version;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.CacheStats;
import dev.divvy.cli.http.MeteredSource;
import dev.divvy.console.GroupView;
import dev.divvy.console.Readiness;
import dev.divvy.coordination.status.GroupStatus;
import java.util.function.ToDoubleFunction;

/** What a node shows over HTTP. */
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
        metrics.gauge("members", "nodes that are there", GroupView::living);
        metrics.gauge("calm", "1 when nothing moves", status -> status.calm() ? 1 : 0);
        metrics.gauge(
                "tokens", "tokens that this node holds", status -> status.self().held());
        metrics.gauge("entries", "entries on this node", status -> node.stats().entries());
        metrics.gauge(
                "memory.bytes", "memory that they take", status -> node.stats().bytes());
    }

    private void counters() {
        counter("hits", "reads that found an entry", CacheStats::hits);
        counter("misses", "reads that found none", CacheStats::misses);
        counter("expired", "entries whose time was over", CacheStats::expired);
        counter("evicted", "entries that had to make room", CacheStats::evicted);
    }

    private void counter(String name, String description, ToDoubleFunction<CacheStats> value) {
        metrics.counter(name, description, status -> value.applyAsDouble(node.stats()));
    }

    @Override
    protected GroupStatus sample() {
        return node.status();
    }

    @Override
    public Record status() {
        return NodeView.of(node.status(), node.stats());
    }

    @Override
    public Readiness readiness() {
        return GroupView.readiness(node.status());
    }
}
