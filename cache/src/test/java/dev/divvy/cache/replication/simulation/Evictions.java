package dev.divvy.cache.replication.simulation;

import dev.divvy.cache.replication.protocol.Mistake;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.testkit.simulation.random.SeededRandom;

/**
 * Has owners evict entries, as if a node with a copy had asked for its room. A memory limit would do the same to victims that no seed repeats.
 */
final class Evictions {

    private final SimulatedCluster cluster;
    private final SeededRandom random;
    private long count;

    Evictions(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.random = new SeededRandom(cluster.seed() + 43);
    }

    /** Returns the number of logs that were evicted. */
    long count() {
        return count;
    }

    void start() {
        if (!cluster.scenario().evictEvery().isZero()) {
            evictSoon();
        }
    }

    private void evictSoon() {
        long mean = cluster.scenario().evictEvery().toNanos();
        cluster.queue().in(random.between(0, 2 * mean), () -> {
            TokenLog log = random.pick(cluster.clients().logs());
            for (SimulatedNode node : cluster.nodes().all()) {
                if (!node.isPaused()) {
                    node.run(() -> evict(node, log));
                }
            }
            if (!cluster.isCalm()) {
                evictSoon();
            }
        });
    }

    private void evict(SimulatedNode node, TokenLog log) {
        TokenStore store = node.store().get(log.token());
        if (store == null) {
            return;
        }
        byte[] before = ClusterClients.logIn(store);
        long evicted = node.store().counters().evicted();
        node.store().evictLater(log.token(), 1);
        node.store().evictExcess();
        if (node.store().counters().evicted() > evicted) {
            count++;
            cluster.trace(() -> node + " evicts token " + log.token() + ": " + TokenLog.text(before));
            if (cluster.scenario().mistake() != Mistake.EVICTION_AS_LOSS) {
                log.evict(before);
            }
        }
    }
}
