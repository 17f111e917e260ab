package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;

/** Rates of gets and puts with one copy of every entry, and the effect of a crash. */
final class CopyThroughput implements BenchmarkPart {

    private final CacheScale scale;

    CopyThroughput(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) throws Exception {
        LoadRounds rounds = LoadRounds.measure(scale, CacheKind.WITH_A_COPY, CacheLoad.WITH_COPIES, report);
        for (CacheLoad load : CacheLoad.WITH_COPIES) {
            String part = load.title() + ", one copy";
            rounds.addRates(report, part, load);
            Samples hazelcast = rounds.ratio(load, CacheKind.DIVVY_COPY, CacheKind.HAZELCAST_COPY);
            Samples redis = rounds.ratio(load, CacheKind.DIVVY_COPY, CacheKind.REDIS_COPY);
            report.add(Figure.judged(part, "Divvy / Hazelcast", "", hazelcast, "above 1", hazelcast.median() > 1));
            report.add(Figure.plain(part, "Divvy / Redis", "", redis));
        }
        new CopyKills(scale).run(report);
        report.note(
                "copies: three members (Redis: one server and one replica), 16-byte keys, 100-byte values, each entry in two processes"
                        + " before a put is answered; the client process is one of the members where that is possible, and uses only"
                        + " keys of the others; Redis gets its writes on 64 connections, since WAIT blocks a connection");
    }
}
