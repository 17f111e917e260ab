package dev.divvy.bench.outbox;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events drained per second, by one, two and four agents. The contestants take turns in every round. */
final class DrainRate implements BenchmarkPart {

    private static final List<Integer> AGENTS = List.of(1, 2, 4);

    /** Drains before the first measurement, for the compiler. */
    private static final int WARM_UPS = 3;

    private static final double GOAL = 0.7;

    private final List<DrainContestant> contestants;
    private final OutboxScale scale;

    /** The first contestant is the baseline, the last one is Divvy. */
    DrainRate(BenchDatabase database, OutboxScale scale) {
        this.scale = scale;
        this.contestants = List.of(
                new SkipLockedDrain(database, scale.backlog()),
                new GruelboxDrain(database, scale.peerBacklog()),
                new DivvyDrain(database, scale.backlog()));
    }

    @Override
    public void run(Report report) throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            for (DrainContestant contestant : contestants) {
                contestant.drain(2);
            }
        }
        for (int agents : AGENTS) {
            Map<DrainContestant, List<Double>> rates = new LinkedHashMap<>();
            for (int round = 0; round < scale.rounds(); round++) {
                for (DrainContestant contestant : contestants) {
                    double rate = contestant.drain(agents);
                    report.progress(String.format(
                            Locale.ROOT, "drain, agents %d, %s: %,.0f events/s", agents, contestant.name(), rate));
                    rates.computeIfAbsent(contestant, key -> new ArrayList<>()).add(rate);
                }
            }
            addFigures(report, agents, rates);
        }
        report.note(String.format(
                Locale.ROOT,
                "drain: backlog of %,d events (gruelbox %,d) of %,d entities, no-op handler, all agents in one JVM with a connection pool each;"
                        + " ratios are of the same round",
                scale.backlog(),
                scale.peerBacklog(),
                OutboxLoad.ENTITIES));
    }

    private void addFigures(Report report, int agents, Map<DrainContestant, List<Double>> rates) {
        String part = "drain, " + agents + (agents == 1 ? " agent" : " agents");
        rates.forEach((contestant, samples) ->
                report.add(Figure.plain(part, contestant.name(), "events/s", Samples.of(samples))));
        List<Double> baseline = rates.get(contestants.get(0));
        List<Double> ours = rates.get(contestants.get(contestants.size() - 1));
        if (baseline == null || ours == null) {
            throw new IllegalStateException("no contestant has drained");
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / baseline.get(i));
        }
        Samples ratio = Samples.of(ratios);
        report.add(Figure.judged(part, "Divvy / floor", "", ratio, "at least " + GOAL, ratio.median() >= GOAL));
    }
}
