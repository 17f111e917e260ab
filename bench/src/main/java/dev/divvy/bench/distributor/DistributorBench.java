package dev.divvy.bench.distributor;

import dev.divvy.bench.live.BenchmarkParts;
import dev.divvy.bench.live.ProductBenchmark;
import dev.divvy.bench.live.Report;
import dev.divvy.testservers.redis.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The benchmark of the distributor, on a Redis of its own that appends every change to its log, and with services that answer real pings.
 */
public final class DistributorBench implements ProductBenchmark {

    /** Redis counts changes since its last snapshot, so it makes none. */
    private static final Map<String, String> NO_SNAPSHOTS = Map.of("save", "");

    @Override
    public String name() {
        return "distributor";
    }

    @Override
    public List<String> parts() {
        return List.of("replan", "ping", "takeover", "moves");
    }

    @Override
    public Optional<String> missing() {
        return RedisServer.missing().map(reason -> "the distributor is measured on a Redis: " + reason);
    }

    @Override
    public void run(boolean quick, String only, Report report) throws Exception {
        run(DistributorScale.of(quick), only, report);
    }

    void run(DistributorScale scale, String only, Report report) throws Exception {
        try (RedisServer server = RedisServer.start(NO_SNAPSHOTS)) {
            String redis = server.host() + ":" + server.port();
            new BenchmarkParts()
                    .add("replan", new RedisReplan(redis, scale))
                    .add("ping", new PingRounds(scale.pings()))
                    .add("takeover", new DistributorTakeover(redis, scale.takeovers()))
                    .add("moves", new StrategyMoves(scale.events()))
                    .run(only, report);
        }
    }
}
