package dev.divvy.cli.simulate;

import dev.divvy.testkit.simulation.Outcome.Breach;
import dev.divvy.testkit.simulation.Sweep.Totals;
import dev.divvy.testkit.simulation.Trouble;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** A sweep as one JSON object: the numbers {@code seeds}, {@code faults}, {@code events} and {@code violations} first. */
public final class SweepJson {

    private SweepJson() {}

    public static String of(Run run) {
        Totals totals = run.totals();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seeds", totals.seeds());
        json.put("faults", totals.faults());
        json.put("events", totals.events());
        json.put(
                "violations",
                totals.violations().values().stream().mapToLong(Long::longValue).sum());
        json.put("asked", run.seeds());
        json.put("firstSeed", run.firstSeed());
        json.put("members", run.scenario().members());
        json.put("minutes", run.minutes());
        run.scenario().mistake().ifPresent(mistake -> json.put("mistake", Words.of(mistake)));
        json.put("simulatedSeconds", totals.simulated().toSeconds());
        json.put("eventsPerSecond", Math.round(run.eventsPerSecond()));
        Map<String, Long> faults = new LinkedHashMap<>();
        Map<String, Long> asked = new LinkedHashMap<>();
        for (Trouble trouble : Trouble.values()) {
            (trouble.isFault() ? faults : asked)
                    .put(Words.of(trouble), totals.troubles().getOrDefault(trouble, 0L));
        }
        json.put("faultsByKind", faults);
        json.put("disturbancesByKind", asked);
        Map<String, Long> violations = new LinkedHashMap<>();
        totals.violations().forEach((violation, seeds) -> violations.put(Words.of(violation), seeds));
        json.put("violationsByName", violations);
        json.put(
                "breaches",
                totals.breaches().stream().map(breach -> row(run, breach)).toList());
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(json);
    }

    private static Map<String, Object> row(Run run, Breach breach) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seed", breach.seed());
        row.put("violation", Words.of(breach.violation()));
        row.put("text", breach.text());
        row.put("replay", run.replay(breach.seed()));
        return row;
    }
}
