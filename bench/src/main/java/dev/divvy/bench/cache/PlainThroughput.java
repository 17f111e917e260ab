package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;

/** Rates of gets and puts of few threads in an application that starts Java with its default options. */
final class PlainThroughput implements BenchmarkPart {

    private final CacheScale scale;

    PlainThroughput(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) {
        LoadRounds rounds = LoadRounds.measure(
                ContestantProcesses.withDefaultOptions(),
                scale,
                CacheKind.withoutOptions(),
                CacheLoad.FEW_THREADS,
                report);
        for (CacheLoad load : CacheLoad.FEW_THREADS) {
            String part = load.title() + ", default options of Java";
            rounds.addRates(report, part, load);
            Samples peers = rounds.ratioToBestPeer(load, CacheKind.DIVVY);
            report.add(Figure.judged(part, "Divvy / best peer", "", peers, "above 1", peers.median() > 1));
        }
        report.note("plain: as members, with no option of Java"
                + (ContestantProcesses.hasMemcached()
                        ? ""
                        : "; memcached is not installed (on Debian: apt-get install memcached)"));
    }
}
