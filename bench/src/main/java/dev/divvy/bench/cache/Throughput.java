package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;

/** Rates of gets and puts whose keys are in another process, without copies. */
final class Throughput implements BenchmarkPart {

    private static final double BASELINE_GOAL = 0.9;

    private final CacheScale scale;

    Throughput(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) {
        LoadRounds rounds = LoadRounds.measure(scale, CacheKind.WITHOUT_COPIES, CacheLoad.ALL, report);
        for (CacheLoad load : CacheLoad.ALL) {
            String part = load.title();
            rounds.addRates(report, part, load);
            Samples peers = rounds.ratioToBestPeer(load, CacheKind.DIVVY);
            Samples baseline = rounds.ratio(load, CacheKind.DIVVY, CacheKind.NETTY_MAP);
            report.add(Figure.judged(part, "Divvy / best peer", "", peers, "above 1", peers.median() > 1));
            report.add(Figure.judged(
                    part, "Divvy / bare maps", "", baseline, "at least 0.9", baseline.median() >= BASELINE_GOAL));
        }
        report.note(
                "members: three processes hold the entries (standalone Redis: one), 16-byte keys, 100-byte values; the client process"
                        + " is one of them where that is possible, and uses only keys of the others; "
                        + scale.windowMillis()
                        + " ms at a time after a warm-up, in turns");
    }
}
