package dev.divvy.cli.simulate;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.testkit.simulation.Outcome;
import dev.divvy.testkit.simulation.Outcome.Breach;
import dev.divvy.testkit.simulation.Sweep.Totals;
import dev.divvy.testkit.simulation.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A sweep for people: what was done to the groups, what they did, and what broke. */
public final class TextReport {

    private TextReport() {}

    public static String of(Run run) {
        Totals totals = run.totals();
        List<String> lines = new ArrayList<>();
        lines.add(title(run));
        lines.add("");
        lines.addAll(figures(run).lines());
        lines.add("");
        lines.add("faults and disturbances, by kind");
        Columns kinds = new Columns();
        for (Trouble trouble : Trouble.values()) {
            kinds.row("  " + Words.of(trouble), Numbers.whole(totals.troubles().getOrDefault(trouble, 0L)));
        }
        lines.addAll(kinds.lines());
        lines.add("");
        lines.addAll(verdict(run));
        return String.join(System.lineSeparator(), lines);
    }

    private static String title(Run run) {
        long last = run.firstSeed() + Math.max(run.seeds(), 1) - 1;
        return Numbers.whole(run.totals().seeds())
                + (run.totals().seeds() < run.seeds() ? " of " + Numbers.whole(run.seeds()) : "")
                + (run.seeds() == 1 && run.isComplete()
                        ? " seed (" + run.firstSeed() + "), "
                        : " seeds (from " + run.firstSeed() + " to " + last + "), ")
                + Numbers.count(run.scenario().members(), "member")
                + " at first, "
                + Numbers.count(run.minutes(), "minute")
                + " of virtual time each"
                + run.scenario()
                        .mistake()
                        .map(mistake -> ", with a planted mistake: " + Words.of(mistake))
                        .orElse("")
                + ".";
    }

    private static Columns figures(Run run) {
        Totals totals = run.totals();
        Outcome.Deeds deeds = totals.deeds();
        return new Columns()
                .row("simulated time", shown(totals.simulated()))
                .row("real time", shown(run.took()))
                .row("events", Numbers.whole(totals.events()))
                .row("events a second", Numbers.whole(Math.round(run.eventsPerSecond())))
                .row("faults", Numbers.whole(totals.faults()))
                .row("allocations published", Numbers.whole(deeds.published()))
                .row("pieces gained", Numbers.whole(deeds.gained()))
                .row("effects accepted", Numbers.whole(deeds.accepted()))
                .row("stale effects refused", Numbers.whole(deeds.refused()))
                .row("exclusive jobs", Numbers.whole(deeds.jobs()))
                .row("calm windows", Numbers.whole(deeds.calms()))
                .row("slowest recovery", shown(deeds.slowestCalm()));
    }

    private static List<String> verdict(Run run) {
        Totals totals = run.totals();
        if (totals.isClean()) {
            return run.scenario().mistake().isPresent()
                    ? List.of("violations: none", "the planted mistake was not caught; try more seeds")
                    : List.of("violations: none");
        }
        List<String> lines = new ArrayList<>();
        lines.add("violations: the number of seeds that show each");
        Columns names = new Columns();
        totals.violations().forEach((violation, seeds) -> names.row("  " + Words.of(violation), Numbers.whole(seeds)));
        lines.addAll(names.lines());
        Set<Object> told = new HashSet<>();
        for (Breach breach : totals.breaches()) {
            if (told.add(breach.violation())) {
                lines.add("");
                lines.add(breach.toString());
                lines.add("replay: " + run.replay(breach.seed()));
            }
        }
        return lines;
    }

    /** {@code 3 d 4 h}, {@code 12 min 5 s}, {@code 3.50 s}. */
    static String shown(Duration time) {
        if (time.toDays() > 0) {
            return Numbers.whole(time.toDays()) + " d " + time.toHoursPart() + " h";
        }
        if (time.toHours() > 0) {
            return time.toHours() + " h " + time.toMinutesPart() + " min";
        }
        return time.toMinutes() > 0
                ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                : Numbers.shortened(time.toNanos() / 1e9) + " s";
    }
}
