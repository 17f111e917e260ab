package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The rates of contestants under the same loads. For each load of a round, the contestants take turns. */
final class LoadRounds {

    private final List<CacheKind> kinds;
    private final Map<CacheLoad, List<Map<CacheKind, Double>>> rounds = new HashMap<>();

    private LoadRounds(List<CacheKind> kinds) {
        this.kinds = kinds;
    }

    /** Starts the contestants, each with a process that sends requests to it, and measures every load in every round. */
    static LoadRounds measure(CacheScale scale, List<CacheKind> kinds, List<CacheLoad> loads, Report report) {
        return measure(new ContestantProcesses(), scale, kinds, loads, report);
    }

    /** The same with processes that are started in this way; closes them. */
    static LoadRounds measure(
            ContestantProcesses started,
            CacheScale scale,
            List<CacheKind> kinds,
            List<CacheLoad> loads,
            Report report) {
        LoadRounds measured = new LoadRounds(kinds);
        try (ContestantProcesses processes = started) {
            Map<CacheKind, LoadDriver> drivers = new EnumMap<>(CacheKind.class);
            for (CacheKind kind : kinds) {
                report.progress("starting " + kind.title());
                drivers.put(kind, LoadDriver.start(processes, kind, scale));
            }
            // The first round warms up the compilers and does not count.
            for (int round = 0; round <= scale.rounds(); round++) {
                report.progress(round == 0 ? "warming up" : "round " + round + " of " + scale.rounds());
                for (CacheLoad load : loads) {
                    Map<CacheKind, Double> rates = new EnumMap<>(CacheKind.class);
                    drivers.forEach((kind, driver) -> rates.put(kind, driver.rate(load)));
                    if (round > 0) {
                        measured.rounds
                                .computeIfAbsent(load, key -> new ArrayList<>())
                                .add(rates);
                    }
                }
            }
        }
        return measured;
    }

    void addRates(Report report, String part, CacheLoad load) {
        for (CacheKind kind : kinds) {
            report.add(Figure.plain(part, kind.title(), "/s", samples(load, rates -> rate(rates, kind))));
        }
    }

    /** Returns the ratio of each round. */
    Samples ratio(CacheLoad load, CacheKind kind, CacheKind other) {
        return samples(load, rates -> rate(rates, kind) / rate(rates, other));
    }

    /** Returns the ratio to the best peer of each round. */
    Samples ratioToBestPeer(CacheLoad load, CacheKind kind) {
        return samples(
                load,
                rates -> rate(rates, kind)
                        / rates.entrySet().stream()
                                .filter(rate -> rate.getKey().isPeer())
                                .mapToDouble(Map.Entry::getValue)
                                .max()
                                .orElseThrow());
    }

    private Samples samples(CacheLoad load, ToDoubleFunction<Map<CacheKind, Double>> value) {
        return Samples.of(Objects.requireNonNull(rounds.get(load)).stream()
                .map(value::applyAsDouble)
                .toList());
    }

    private static double rate(Map<CacheKind, Double> rates, CacheKind kind) {
        return Objects.requireNonNull(rates.get(kind));
    }
}
