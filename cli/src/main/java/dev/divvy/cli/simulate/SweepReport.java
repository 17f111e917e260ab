package dev.divvy.cli.simulate;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.Scenario;
import dev.divvy.testkit.simulation.SimulationResult;
import dev.divvy.testkit.simulation.SimulationResult.Breach;
import dev.divvy.testkit.simulation.Sweep.Totals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.jr.ob.JSON;

/**
 * A sweep of simulations as {@code divvy simulate} prints it.
 *
 * @param seeds the number of seeds that were requested; fewer were run when the sweep was stopped
 * @param took the duration in real time
 */
record SweepReport(Scenario scenario, long firstSeed, long seeds, Totals totals, Duration took) {

    /** Whether all requested seeds were run. */
    public boolean isComplete() {
        return totals.seeds() == seeds;
    }

    /** Returns {@code REQUEST_LOST} as {@code request-lost}. */
    public static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private double eventsPerSecond() {
        return totals.events() / Math.max(took.toNanos() / 1e9, 1e-9);
    }

    private long minutes() {
        return scenario.length().toMinutes();
    }

    /** Returns the command that runs one of the seeds again. */
    private String replay(long seed) {
        return "./divvy simulate --seed " + seed + " --members " + scenario.members() + " --minutes " + minutes()
                + scenario.bug().map(mistake -> " --mistake " + word(mistake)).orElse("");
    }

    /** Returns a JSON object: the numbers {@code seeds}, {@code faults}, {@code events} and {@code violations} first. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seeds", totals.seeds());
        json.put("faults", totals.faults());
        json.put("events", totals.events());
        json.put(
                "violations",
                totals.violations().values().stream().mapToLong(Long::longValue).sum());
        json.put("requested", seeds);
        json.put("firstSeed", firstSeed);
        json.put("members", scenario.members());
        json.put("minutes", minutes());
        scenario.bug().ifPresent(mistake -> json.put("mistake", word(mistake)));
        json.put("simulatedSeconds", totals.simulated().toSeconds());
        json.put("eventsPerSecond", Math.round(eventsPerSecond()));
        Map<String, Long> faults = new LinkedHashMap<>();
        Map<String, Long> disturbances = new LinkedHashMap<>();
        for (InjectedFault fault : InjectedFault.values()) {
            (fault.isFault() ? faults : disturbances)
                    .put(word(fault), totals.injected().getOrDefault(fault, 0L));
        }
        json.put("faultsByKind", faults);
        json.put("disturbancesByKind", disturbances);
        Map<String, Long> violations = new LinkedHashMap<>();
        totals.violations().forEach((violation, count) -> violations.put(word(violation), count));
        json.put("violationsByName", violations);
        json.put("breaches", totals.breaches().stream().map(this::row).toList());
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(json);
    }

    private Map<String, Object> row(Breach breach) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seed", breach.seed());
        row.put("violation", word(breach.violation()));
        row.put("text", breach.text());
        row.put("replay", replay(breach.seed()));
        return row;
    }

    /** Returns text: the injected faults, the activity of the groups, and the violations. */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        lines.add("");
        lines.addAll(figures().lines());
        lines.add("");
        lines.add("faults and disturbances by kind");
        Columns kinds = new Columns();
        for (InjectedFault fault : InjectedFault.values()) {
            kinds.row("  " + word(fault), Numbers.whole(totals.injected().getOrDefault(fault, 0L)));
        }
        lines.addAll(kinds.lines());
        lines.add("");
        lines.addAll(verdict());
        return String.join(System.lineSeparator(), lines);
    }

    private String title() {
        long last = firstSeed + Math.max(seeds, 1) - 1;
        return Numbers.whole(totals.seeds())
                + (totals.seeds() < seeds ? " of " + Numbers.whole(seeds) : "")
                + (seeds == 1 && isComplete()
                        ? " seed (" + firstSeed + "), "
                        : " seeds (from " + firstSeed + " to " + last + "), ")
                + Numbers.count(scenario.members(), "member")
                + " at the start, "
                + Numbers.count(minutes(), "minute")
                + " of virtual time each"
                + scenario.bug()
                        .map(mistake -> ", with a planted mistake: " + word(mistake))
                        .orElse("")
                + ".";
    }

    private Columns figures() {
        SimulationResult.Activity activity = totals.activity();
        return new Columns()
                .row("simulated time", shown(totals.simulated()))
                .row("real time", shown(took))
                .row("events", Numbers.whole(totals.events()))
                .row("events per second", Numbers.whole(Math.round(eventsPerSecond())))
                .row("faults", Numbers.whole(totals.faults()))
                .row("allocations published", Numbers.whole(activity.published()))
                .row("pieces gained", Numbers.whole(activity.gained()))
                .row("effects accepted", Numbers.whole(activity.accepted()))
                .row("stale effects refused", Numbers.whole(activity.refused()))
                .row("exclusive jobs", Numbers.whole(activity.jobs()))
                .row("calm windows", Numbers.whole(activity.calmWindows()))
                .row("slowest recovery", shown(activity.slowestRecovery()));
    }

    private List<String> verdict() {
        if (totals.isClean()) {
            return scenario.bug().isPresent()
                    ? List.of("violations: none", "the planted mistake was not caught; try more seeds")
                    : List.of("violations: none");
        }
        List<String> lines = new ArrayList<>();
        lines.add("violations: the number of seeds that show each");
        Columns names = new Columns();
        totals.violations().forEach((violation, count) -> names.row("  " + word(violation), Numbers.whole(count)));
        lines.addAll(names.lines());
        Set<Object> shown = new HashSet<>();
        for (Breach breach : totals.breaches()) {
            if (shown.add(breach.violation())) {
                lines.add("");
                lines.add(breach.toString());
                lines.add("replay: " + replay(breach.seed()));
            }
        }
        return lines;
    }

    /** Returns a duration as {@code 3 d 4 h}, {@code 12 min 5 s}, {@code 3.50 s}. */
    private static String shown(Duration time) {
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
