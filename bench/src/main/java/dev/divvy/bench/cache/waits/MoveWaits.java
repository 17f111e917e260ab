package dev.divvy.bench.cache.waits;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The longest wait of any key while a member joins and while one leaves. */
public final class MoveWaits implements BenchmarkPart {

    private static final double GOAL_MILLIS = 50;

    private static final List<CacheKind> KINDS =
            List.of(CacheKind.DIVVY, CacheKind.DIVVY_COPY, CacheKind.HAZELCAST, CacheKind.HAZELCAST_COPY);

    private final String name;
    private final WaitScale scale;

    /** The joins of each contestant, and the leaves. */
    private final Map<CacheKind, List<WaitCluster.Change>> joins = new EnumMap<>(CacheKind.class);

    private final Map<CacheKind, List<WaitCluster.Change>> leaves = new EnumMap<>(CacheKind.class);

    public MoveWaits(String name, WaitScale scale) {
        this.name = name;
        this.scale = scale;
    }

    @Override
    public void run(Report report) {
        KINDS.forEach(kind -> measure(report, kind));
        if (scale.changes() > 0) {
            addRatios(report, CacheKind.DIVVY, CacheKind.HAZELCAST);
            addRatios(report, CacheKind.DIVVY_COPY, CacheKind.HAZELCAST_COPY);
        }
        report.note(
                name + ": three members and a fourth, " + scale.entries() + " entries of " + scale.valueBytes()
                        + " bytes; one of the three asks for keys of all 16,384 slots in turn, 2,000 per second, half of them writes, whether"
                        + " the ones before are answered or not; heap of " + scale.megabytes()
                        + " MB, otherwise the default options of Java; the time until stable counts from the start of the JVM, or from SIGTERM");
    }

    private void measure(Report report, CacheKind kind) {
        List<WaitCluster.Change> peace = new ArrayList<>();
        List<WaitCluster.Change> joined = joins.computeIfAbsent(kind, key -> new ArrayList<>());
        List<WaitCluster.Change> left = leaves.computeIfAbsent(kind, key -> new ArrayList<>());
        report.progress("filling " + kind.title());
        try (WaitCluster cluster = new WaitCluster(kind, scale.entries(), scale.valueBytes(), scale.megabytes())) {
            // The first of each kind warms up the compilers and does not count.
            for (Supplier<WaitCluster.Change> change :
                    List.<Supplier<WaitCluster.Change>>of(cluster::peace, cluster::join, cluster::leave)) {
                var unused = change.get();
            }
            for (int i = 0; i < scale.changes(); i++) {
                report.progress(kind.title() + ", change " + (i + 1) + " of " + scale.changes());
                peace.add(cluster.peace());
                joined.add(cluster.join());
                left.add(cluster.leave());
            }
        }
        String part = name + ", " + kind.title();
        report.add(Figure.plain(part, "longest wait, nothing changes", "ms", longest(peace)));
        addWaits(report, part, kind, "a member joins", joined);
        addWaits(report, part, kind, "a member leaves", left);
    }

    private static void addWaits(
            Report report, String part, CacheKind kind, String event, List<WaitCluster.Change> changes) {
        Samples longest = longest(changes);
        Samples wrong = samples(
                changes, change -> change.waits().failed() + change.waits().missing());
        String waits = "longest wait, " + event;
        String failed = "failed or not found, " + event;
        if (kind.isDivvy()) {
            report.add(
                    Figure.judged(part, waits, "ms", longest, "below 50 ms each time", longest.most() < GOAL_MILLIS));
            report.add(Figure.judged(part, failed, "", wrong, "0", wrong.most() == 0));
        } else {
            report.add(Figure.plain(part, waits, "ms", longest));
            report.add(Figure.plain(part, failed, "", wrong));
        }
        report.add(Figure.plain(
                part,
                "of which reads, " + event,
                "ms",
                samples(changes, change -> change.waits().read())));
        report.add(Figure.plain(part, "until stable, " + event, "ms", samples(changes, WaitCluster.Change::millis)));
    }

    private void addRatios(Report report, CacheKind ours, CacheKind theirs) {
        String part = name + ", longest wait, " + ours.title() + " / " + theirs.title();
        report.add(Figure.plain(part, "a member joins", "", ratio(joins, ours, theirs)));
        report.add(Figure.plain(part, "a member leaves", "", ratio(leaves, ours, theirs)));
    }

    private static Samples ratio(Map<CacheKind, List<WaitCluster.Change>> changes, CacheKind ours, CacheKind theirs) {
        double our = longest(Objects.requireNonNull(changes.get(ours))).median();
        double their = longest(Objects.requireNonNull(changes.get(theirs))).median();
        return new Samples(new double[] {our / their});
    }

    private static Samples longest(List<WaitCluster.Change> changes) {
        return samples(changes, change -> change.waits().longest());
    }

    private static Samples samples(List<WaitCluster.Change> changes, ToDoubleFunction<WaitCluster.Change> value) {
        return Samples.of(changes.stream().map(value::applyAsDouble).toList());
    }
}
