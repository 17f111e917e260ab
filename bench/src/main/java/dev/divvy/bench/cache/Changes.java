package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import java.util.ArrayList;
import java.util.List;

/** Members that are killed, that join and that leave, as another member sees it. */
final class Changes implements Part {

    private static final double KILL_GOAL_MILLIS = 400;
    private static final double JOIN_GOAL_MILLIS = 2_000;

    private final Extent extent;

    Changes(Extent extent) {
        this.extent = extent;
    }

    @Override
    public void run(Report report) throws Exception {
        measure(report, Kind.DIVVY, true);
        measure(report, Kind.HAZELCAST, false);
        report.note("changes: of three members with " + extent.keys()
                + " entries, seen by one that stays; a join counts from the start"
                + " of its process until every member has its share and its entries; Java starts with an archive of what it loads, as"
                + " with ./divvy node");
    }

    private void measure(Report report, Kind kind, boolean judged) throws Exception {
        List<Double> kills = new ArrayList<>();
        List<Double> joins = new ArrayList<>();
        List<Double> leaves = new ArrayList<>();
        long lostByJoins = 0;
        long lostByLeaves = 0;
        try (Trio trio = new Trio(kind)) {
            for (int i = 0; i < extent.changes(); i++) {
                report.progress(kind.title() + ", change " + (i + 1) + " of " + extent.changes());
                trio.fill(extent.keys());
                kills.add(Moments.millis(trio.kill()));
                trio.fill(extent.keys());
                joins.add(Moments.millis(trio.join()));
                lostByJoins += trio.missing(extent.keys());
                trio.fill(extent.keys());
                leaves.add(Moments.millis(trio.leave()));
                lostByLeaves += trio.missing(extent.keys());
                trio.join();
            }
        }
        tell(
                report,
                judged,
                "kill -9 to stable",
                kind,
                "ms",
                Spread.of(kills),
                "below 400 ms each time",
                KILL_GOAL_MILLIS);
        tell(report, judged, "start to share", kind, "ms", Spread.of(joins), "below 2 s each time", JOIN_GOAL_MILLIS);
        tell(report, false, "SIGTERM to stable", kind, "ms", Spread.of(leaves), "", 0);
        tell(report, judged, "lost by all joins", kind, "", one(lostByJoins), "0", 1);
        tell(report, judged, "lost by all leaves", kind, "", one(lostByLeaves), "0", 1);
    }

    private static void tell(
            Report report,
            boolean judged,
            String name,
            Kind kind,
            String unit,
            Spread spread,
            String goal,
            double below) {
        String part = "changes, " + kind.title();
        report.add(
                judged
                        ? Figure.judged(part, name, unit, spread, goal, spread.most() < below)
                        : Figure.plain(part, name, unit, spread));
    }

    private static Spread one(long value) {
        return new Spread(new double[] {value});
    }
}
