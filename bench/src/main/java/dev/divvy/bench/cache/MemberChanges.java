package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import java.util.ArrayList;
import java.util.List;

/** Kills, joins and leaves of members, timed by another member. */
final class MemberChanges implements BenchmarkPart {

    private static final double KILL_GOAL_MILLIS = 400;
    private static final double JOIN_GOAL_MILLIS = 2_000;

    private final CacheScale scale;

    MemberChanges(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) throws Exception {
        measure(report, CacheKind.DIVVY, true);
        measure(report, CacheKind.HAZELCAST, false);
        report.note("changes: of three members with " + scale.keys()
                + " entries, seen by a member that stays; a join is timed from the start"
                + " of its process until every member has its share and its entries; the JVM starts with a class data archive, as"
                + " with ./divvy node");
    }

    private void measure(Report report, CacheKind kind, boolean judged) throws Exception {
        List<Double> kills = new ArrayList<>();
        List<Double> joins = new ArrayList<>();
        List<Double> leaves = new ArrayList<>();
        long lostByJoins = 0;
        long lostByLeaves = 0;
        try (ThreeMemberCluster cluster = new ThreeMemberCluster(kind)) {
            for (int i = 0; i < scale.changes(); i++) {
                report.progress(kind.title() + ", change " + (i + 1) + " of " + scale.changes());
                cluster.fill(scale.keys());
                kills.add(Timing.millis(cluster.kill()));
                cluster.fill(scale.keys());
                joins.add(Timing.millis(cluster.join()));
                lostByJoins += cluster.missing(scale.keys());
                cluster.fill(scale.keys());
                leaves.add(Timing.millis(cluster.leave()));
                lostByLeaves += cluster.missing(scale.keys());
                cluster.join();
            }
        }
        addFigure(
                report,
                judged,
                "kill -9 to stable",
                kind,
                "ms",
                Samples.of(kills),
                "below 400 ms each time",
                KILL_GOAL_MILLIS);
        addFigure(
                report,
                judged,
                "start to share",
                kind,
                "ms",
                Samples.of(joins),
                "below 2 s each time",
                JOIN_GOAL_MILLIS);
        addFigure(report, false, "SIGTERM to stable", kind, "ms", Samples.of(leaves), "", 0);
        addFigure(report, judged, "lost by all joins", kind, "", single(lostByJoins), "0", 1);
        addFigure(report, judged, "lost by all leaves", kind, "", single(lostByLeaves), "0", 1);
    }

    private static void addFigure(
            Report report,
            boolean judged,
            String name,
            CacheKind kind,
            String unit,
            Samples samples,
            String goal,
            double below) {
        String part = "changes, " + kind.title();
        report.add(
                judged
                        ? Figure.judged(part, name, unit, samples, goal, samples.most() < below)
                        : Figure.plain(part, name, unit, samples));
    }

    private static Samples single(long value) {
        return new Samples(new double[] {value});
    }
}
