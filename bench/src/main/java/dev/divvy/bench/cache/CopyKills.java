package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import java.util.ArrayList;
import java.util.List;

/** Kills one of three members with one copy of every entry. */
final class CopyKills implements BenchmarkPart {

    private static final double GOAL_MILLIS = 350;

    private final CacheScale scale;

    CopyKills(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) throws Exception {
        measure(report, CacheKind.DIVVY_COPY);
        measure(report, CacheKind.HAZELCAST_COPY);
        report.note("kill -9: of three members with " + scale.keys()
                + " entries; a member that stays asks for a key of every slot at once, again where that failed, until all are"
                + " answered; then it counts all entries");
    }

    private void measure(Report report, CacheKind kind) throws Exception {
        List<Double> readable = new ArrayList<>();
        long missing = 0;
        try (ThreeMemberCluster cluster = new ThreeMemberCluster(kind)) {
            for (int i = 0; i < scale.changes(); i++) {
                report.progress(kind.title() + ", kill " + (i + 1) + " of " + scale.changes());
                cluster.fill(scale.keys());
                cluster.awaitProtected();
                readable.add(Timing.millis(cluster.killUntilReadable(scale.keys())));
                missing += cluster.missing(scale.keys());
                cluster.join();
            }
        }
        String part = "kill -9, " + kind.title();
        Samples times = Samples.of(readable);
        Samples lost = Samples.of(List.of(missing));
        String time = "until every key is readable";
        String count = "entries lost by all kills";
        if (kind.isDivvy()) {
            report.add(Figure.judged(part, time, "ms", times, "below 350 ms each time", times.most() < GOAL_MILLIS));
            report.add(Figure.judged(part, count, "", lost, "0", missing == 0));
        } else {
            report.add(Figure.plain(part, time, "ms", times));
            report.add(Figure.plain(part, count, "", lost));
        }
    }
}
