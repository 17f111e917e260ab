package dev.divvy.bench.report;

import java.util.Optional;

/**
 * One benchmark in a table.
 *
 * @param group the table: what is compared with what
 * @param ours whether it is Divvy's; the first of a group that is, is the measure of the others
 */
public record Line(String group, String label, boolean ours, Measured measured, Optional<Goal> goal) {

    public static Line ours(String group, String label, Measured measured, Goal goal) {
        return new Line(group, label, true, measured, Optional.of(goal));
    }

    public static Line peer(String group, String label, Measured measured) {
        return new Line(group, label, false, measured, Optional.empty());
    }

    boolean misses() {
        return goal.isPresent() && !goal.get().metBy(measured);
    }
}
