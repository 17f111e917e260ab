package dev.divvy.bench.live;

import java.util.Locale;
import java.util.Optional;

/**
 * One measured thing.
 *
 * @param part the part of the benchmark that it is of
 * @param unit such as events/s or ms
 * @param goal what was asked for, as people read it; empty when nothing was
 */
public record Figure(String part, String name, String unit, Spread spread, Optional<String> goal, boolean met) {

    public static Figure plain(String part, String name, String unit, Spread spread) {
        return new Figure(part, name, unit, spread, Optional.empty(), true);
    }

    public static Figure judged(String part, String name, String unit, Spread spread, String goal, boolean met) {
        return new Figure(part, name, unit, spread, Optional.of(goal), met);
    }

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"part\": \"%s\", \"name\": \"%s\", \"unit\": \"%s\", \"median\": %.3f, \"least\": %.3f, \"most\": %.3f%s}",
                part,
                name,
                unit,
                spread.median(),
                spread.least(),
                spread.most(),
                goal.map(text -> ", \"goal\": \"" + text + "\", \"met\": " + met)
                        .orElse(""));
    }
}
