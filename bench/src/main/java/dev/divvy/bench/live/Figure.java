package dev.divvy.bench.live;

import java.util.Locale;
import java.util.Optional;

/**
 * One measured value with its goal.
 *
 * @param part the part of the benchmark
 * @param unit the unit, such as events/s or ms
 * @param goal the goal as text; empty when there is none
 */
public record Figure(String part, String name, String unit, Samples samples, Optional<String> goal, boolean met) {

    public static Figure plain(String part, String name, String unit, Samples samples) {
        return new Figure(part, name, unit, samples, Optional.empty(), true);
    }

    public static Figure judged(String part, String name, String unit, Samples samples, String goal, boolean met) {
        return new Figure(part, name, unit, samples, Optional.of(goal), met);
    }

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"part\": \"%s\", \"name\": \"%s\", \"unit\": \"%s\", \"median\": %.3f, \"least\": %.3f, \"most\": %.3f%s}",
                part,
                name,
                unit,
                samples.median(),
                samples.least(),
                samples.most(),
                goal.map(text -> ", \"goal\": \"" + text + "\", \"met\": " + met)
                        .orElse(""));
    }
}
