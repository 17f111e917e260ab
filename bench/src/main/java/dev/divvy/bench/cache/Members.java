package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Gets and puts of a program, of keys that are on another process. All contestants take turns, load by load. */
final class Members implements Part {

    private static final double OF_THE_FLOOR = 0.9;

    private final Extent extent;

    Members(Extent extent) {
        this.extent = extent;
    }

    @Override
    public void run(Report report) {
        try (Arena arena = new Arena()) {
            Map<Kind, Driver> drivers = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                report.progress("starting " + kind.title());
                drivers.put(kind, arena.enter(kind, extent));
            }
            Map<Load, List<Map<Kind, Double>>> rounds = new HashMap<>();
            // In the first, which does not count, the compilers see everything.
            for (int round = 0; round <= extent.rounds(); round++) {
                report.progress(round == 0 ? "warming up" : "round " + round + " of " + extent.rounds());
                for (Load load : Load.ALL) {
                    Map<Kind, Double> rates = new EnumMap<>(Kind.class);
                    drivers.forEach((kind, driver) -> rates.put(kind, driver.rate(load)));
                    if (round > 0) {
                        rounds.computeIfAbsent(load, some -> new ArrayList<>()).add(rates);
                    }
                }
            }
            Load.ALL.forEach(load -> tell(report, load, rounds.getOrDefault(load, List.of())));
        }
        report.note(
                "members: three processes hold the entries (of Redis alone one), 16-byte keys, 100-byte values; the process that asks"
                        + " is one of them where that is possible, and asks for keys of the others only; "
                        + extent.windowMillis()
                        + " ms at a time after a warm-up, in turns");
    }

    private static void tell(Report report, Load load, List<Map<Kind, Double>> rounds) {
        String part = load.title();
        for (Kind kind : Kind.values()) {
            Spread spread =
                    Spread.of(rounds.stream().map(rates -> rate(rates, kind)).toList());
            report.add(Figure.plain(part, kind.title(), "/s", spread));
        }
        Spread beside = Spread.of(rounds.stream()
                .map(rates -> rate(rates, Kind.DIVVY) / best(rates))
                .toList());
        Spread floor = Spread.of(rounds.stream()
                .map(rates -> rate(rates, Kind.DIVVY) / rate(rates, Kind.FLOOR))
                .toList());
        report.add(Figure.judged(part, "Divvy / the best peer", "", beside, "above 1", beside.median() > 1));
        report.add(Figure.judged(
                part, "Divvy / the bare maps", "", floor, "at least 0.9", floor.median() >= OF_THE_FLOOR));
    }

    private static double rate(Map<Kind, Double> rates, Kind kind) {
        return Objects.requireNonNull(rates.get(kind));
    }

    private static double best(Map<Kind, Double> rates) {
        return rates.entrySet().stream()
                .filter(rate -> rate.getKey().isPeer())
                .mapToDouble(Map.Entry::getValue)
                .max()
                .orElseThrow();
    }
}
