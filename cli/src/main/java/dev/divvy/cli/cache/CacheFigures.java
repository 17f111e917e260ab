package dev.divvy.cli.cache;

import dev.divvy.cache.CacheStats;
import java.util.List;
import java.util.stream.Stream;

/**
 * The figures of a cache, or of one node. The components are the fields of the JSON; all but the first two are counters.
 *
 * @param nodes the nodes that the figures are the sum of
 */
public record CacheFigures(
        long entries, long bytes, long hits, long misses, long expired, long evicted, List<NodeEntries> nodes) {

    /** The number of entries of a node. */
    public record NodeEntries(String name, long entries) {}

    public CacheFigures {
        nodes = List.copyOf(nodes);
    }

    static CacheFigures of(String node, CacheStats stats) {
        return new CacheFigures(
                stats.entries(),
                stats.bytes(),
                stats.hits(),
                stats.misses(),
                stats.expired(),
                stats.evicted(),
                List.of(new NodeEntries(node, stats.entries())));
    }

    /** Returns the sum of these figures and those of other nodes. */
    public CacheFigures plus(CacheFigures other) {
        return new CacheFigures(
                entries + other.entries,
                bytes + other.bytes,
                hits + other.hits,
                misses + other.misses,
                expired + other.expired,
                evicted + other.evicted,
                Stream.concat(nodes.stream(), other.nodes.stream()).toList());
    }
}
