package dev.divvy.bench.report;

import java.util.Optional;

/**
 * One benchmark in a table of results.
 *
 * @param group the table, named after the benchmarks that it compares
 * @param ours whether it measures Divvy; ratios of a group are relative to the first such row
 */
public record ResultRow(String group, String label, boolean ours, Measurement measurement, Optional<Goal> goal) {

    public static ResultRow ours(String group, String label, Measurement measurement, Goal goal) {
        return new ResultRow(group, label, true, measurement, Optional.of(goal));
    }

    public static ResultRow peer(String group, String label, Measurement measurement) {
        return new ResultRow(group, label, false, measurement, Optional.empty());
    }

    boolean misses() {
        return goal.isPresent() && !goal.get().metBy(measurement);
    }
}
