package dev.divvy.cli.report;

import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Setup;
import java.util.ArrayList;
import java.util.List;

/** The outcomes as a table, with what was done above it and how to read it below. */
public final class TableReport {

    private TableReport() {}

    public static String of(Setup setup, List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>();
        lines.add(title(setup));
        lines.add("");
        Columns columns = new Columns();
        columns.row("", "", "", "moved /", "worst", "worst", "ranges a", "time a", "");
        columns.row("allocator", "moved", "bound", "bound", "max/mean", "spread", "member", "change", "exact");
        outcomes.forEach(outcome -> columns.row(cells(outcome)));
        lines.addAll(columns.lines());
        lines.add("");
        lines.add("bound   the fewest pieces that the events could move, in a cluster balanced before and after each.");
        lines.add(
                "spread  the most pieces of a member minus the fewest. ranges: contiguous runs, at the end. time: median.");
        lines.add("exact   every piece owned and no two members more than one piece apart, after every event.");
        lines.add(lesson(outcomes));
        return String.join(System.lineSeparator(), lines);
    }

    static String title(Setup setup) {
        return String.format(
                "%s, %s at first and about %d to %d later, %s (seed %d): the same for every allocator.",
                Numbers.count(setup.pieces(), "token"),
                Numbers.count(setup.members(), "member"),
                setup.least(),
                setup.most(),
                Numbers.count(setup.events(), "change"),
                setup.seed());
    }

    private static String[] cells(Outcome outcome) {
        return new String[] {
            outcome.allocator(),
            Numbers.whole(outcome.moves().moved()),
            Numbers.whole(outcome.moves().bound()),
            Numbers.times(outcome.moves().ratio()),
            Numbers.times(outcome.balance().maxOverMean()),
            Numbers.whole(outcome.balance().spread()),
            Numbers.shortened(outcome.ranges()),
            Numbers.micros(outcome.microsPerChange()),
            outcome.balance().exact() ? "yes" : "no"
        };
    }

    /** Who did both, and what a ratio below 1 means where there is one. */
    private static String lesson(List<Outcome> outcomes) {
        List<String> best = outcomes.stream()
                .filter(outcome -> outcome.balance().exact() && outcome.moves().excess() == 0)
                .map(Outcome::allocator)
                .toList();
        boolean below = outcomes.stream().anyMatch(outcome -> outcome.moves().excess() < 0);
        String who = best.isEmpty()
                ? "Read: nobody here is exact without moving more than the bound."
                : "Read: exact and not one move too many: " + String.join(", ", best) + ".";
        return who + (below ? " Below 1.00x is bought with uneven load." : "");
    }
}
