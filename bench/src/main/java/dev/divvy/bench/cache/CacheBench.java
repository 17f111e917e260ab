package dev.divvy.bench.cache;

import dev.divvy.bench.cache.waits.MoveWaits;
import dev.divvy.bench.cache.waits.WaitScale;
import dev.divvy.bench.live.BenchmarkParts;
import dev.divvy.bench.live.ProductBenchmark;
import dev.divvy.bench.live.Report;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.redis.RedisTools;
import java.util.List;
import java.util.Optional;

/** The benchmark of the cache, beside Hazelcast, Redis, a Redis cluster, memcached and plain maps behind Netty. */
public final class CacheBench implements ProductBenchmark {

    @Override
    public String name() {
        return "cache";
    }

    @Override
    public List<String> parts() {
        return List.of(
                "members", "plain", "copies", "redis", "memory", "changes", "start", "waits", "large-join", "pauses");
    }

    @Override
    public Optional<String> missing() {
        return RedisServer.missing()
                .or(RedisTools::missing)
                .map(reason -> "the cache is measured beside Redis, with its own tools: " + reason);
    }

    @Override
    public void run(boolean quick, String only, Report report) throws Exception {
        run(CacheScale.of(quick), only, report);
    }

    void run(CacheScale scale, String only, Report report) throws Exception {
        new BenchmarkParts()
                .add("members", new Throughput(scale))
                .add("plain", new PlainThroughput(scale))
                .add("copies", new CopyThroughput(scale))
                .add("redis", new RedisBenchmark(scale))
                .add("memory", new EntryMemory(scale.entries()))
                .add("changes", new MemberChanges(scale))
                .add("start", new EmbeddedStart(scale))
                .add("waits", new MoveWaits("waits", WaitScale.small(scale.isQuick())))
                .add("large-join", new MoveWaits("large-join", WaitScale.large(scale.isQuick())))
                .add("pauses", new NodePauses(scale.isQuick()))
                .run(only, report);
    }
}
