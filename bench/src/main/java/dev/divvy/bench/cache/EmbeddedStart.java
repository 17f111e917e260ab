package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import java.util.ArrayList;
import java.util.List;

/** The start of a member in an application: with the default options of Java, and without a class data archive. */
final class EmbeddedStart implements BenchmarkPart {

    private static final double GOAL_MILLIS = 2_000;

    private final int entries;
    private final int starts;

    EmbeddedStart(CacheScale scale) {
        this.entries = 3 * scale.keys();
        this.starts = scale.changes();
    }

    @Override
    public void run(Report report) throws Exception {
        String part = "start of an embedded member";
        Samples ours = measure(report, CacheKind.DIVVY);
        Samples theirs = measure(report, CacheKind.HAZELCAST);
        report.add(Figure.judged(
                part, CacheKind.DIVVY.title(), "ms", ours, "below 2 s each time", ours.most() < GOAL_MILLIS));
        report.add(Figure.plain(part, CacheKind.HAZELCAST.title(), "ms", theirs));
        report.add(Figure.plain(
                part, "Divvy / Hazelcast", "", new Samples(new double[] {ours.median() / theirs.median()})));
        report.note("start: from the start of the JVM until the third member has its share of " + entries
                + " entries, as another member sees it");
    }

    private Samples measure(Report report, CacheKind kind) throws Exception {
        List<Double> times = new ArrayList<>();
        try (ThreeMemberCluster cluster = ThreeMemberCluster.withDefaultOptions(kind)) {
            cluster.fill(entries);
            for (int i = 0; i < starts; i++) {
                report.progress(kind.title() + ", start " + (i + 1) + " of " + starts);
                cluster.leave();
                times.add(Timing.millis(cluster.join()));
            }
        }
        return Samples.of(times);
    }
}
