package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Rates of gets and puts whose keys are in another process. For each load, the contestants take turns. */
final class Throughput implements BenchmarkPart {

    private static final double BASELINE_GOAL = 0.9;

    private final CacheScale scale;

    Throughput(CacheScale scale) {
        this.scale = scale;
    }

    @Override
    public void run(Report report) {
        try (ContestantProcesses processes = new ContestantProcesses()) {
            Map<CacheKind, LoadDriver> drivers = new EnumMap<>(CacheKind.class);
            for (CacheKind kind : CacheKind.values()) {
                report.progress("starting " + kind.title());
                drivers.put(kind, processes.start(kind, scale));
            }
            Map<CacheLoad, List<Map<CacheKind, Double>>> rounds = new HashMap<>();
            // The first round warms up the compilers and does not count.
            for (int round = 0; round <= scale.rounds(); round++) {
                report.progress(round == 0 ? "warming up" : "round " + round + " of " + scale.rounds());
                for (CacheLoad load : CacheLoad.ALL) {
                    Map<CacheKind, Double> rates = new EnumMap<>(CacheKind.class);
                    drivers.forEach((kind, driver) -> rates.put(kind, driver.rate(load)));
                    if (round > 0) {
                        rounds.computeIfAbsent(load, key -> new ArrayList<>()).add(rates);
                    }
                }
            }
            CacheLoad.ALL.forEach(load -> addFigures(report, load, rounds.getOrDefault(load, List.of())));
        }
        report.note(
                "members: three processes hold the entries (standalone Redis: one), 16-byte keys, 100-byte values; the client process"
                        + " is one of them where that is possible, and uses only keys of the others; "
                        + scale.windowMillis()
                        + " ms at a time after a warm-up, in turns");
    }

    private static void addFigures(Report report, CacheLoad load, List<Map<CacheKind, Double>> rounds) {
        String part = load.title();
        for (CacheKind kind : CacheKind.values()) {
            Samples samples =
                    Samples.of(rounds.stream().map(rates -> rate(rates, kind)).toList());
            report.add(Figure.plain(part, kind.title(), "/s", samples));
        }
        Samples peers = Samples.of(rounds.stream()
                .map(rates -> rate(rates, CacheKind.DIVVY) / best(rates))
                .toList());
        Samples baseline = Samples.of(rounds.stream()
                .map(rates -> rate(rates, CacheKind.DIVVY) / rate(rates, CacheKind.NETTY_MAP))
                .toList());
        report.add(Figure.judged(part, "Divvy / best peer", "", peers, "above 1", peers.median() > 1));
        report.add(Figure.judged(
                part, "Divvy / bare maps", "", baseline, "at least 0.9", baseline.median() >= BASELINE_GOAL));
    }

    private static double rate(Map<CacheKind, Double> rates, CacheKind kind) {
        return Objects.requireNonNull(rates.get(kind));
    }

    private static double best(Map<CacheKind, Double> rates) {
        return rates.entrySet().stream()
                .filter(rate -> rate.getKey().isPeer())
                .mapToDouble(Map.Entry::getValue)
                .max()
                .orElseThrow();
    }
}
