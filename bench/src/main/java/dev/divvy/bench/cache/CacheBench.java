package dev.divvy.bench.cache;

import dev.divvy.bench.live.LiveBench;
import dev.divvy.bench.live.Parts;
import dev.divvy.bench.live.Report;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.redis.RedisTools;
import java.util.List;
import java.util.Optional;

/** The benchmark of the cache, beside Hazelcast, Redis, a Redis cluster and a bare map. */
public final class CacheBench implements LiveBench {

    @Override
    public String name() {
        return "cache";
    }

    @Override
    public List<String> parts() {
        return List.of("members", "redis", "memory", "changes");
    }

    @Override
    public Optional<String> missing() {
        return RedisServer.missing()
                .or(RedisTools::missing)
                .map(reason -> "the cache is measured beside Redis, with its own tools: " + reason);
    }

    @Override
    public void run(boolean quick, String only, Report report) throws Exception {
        run(Extent.of(quick), only, report);
    }

    void run(Extent extent, String only, Report report) throws Exception {
        new Parts()
                .add("members", new Members(extent))
                .add("redis", new RedisBenchmark(extent))
                .add("memory", new Memory(extent.entries()))
                .add("changes", new Changes(extent))
                .run(only, report);
    }
}
