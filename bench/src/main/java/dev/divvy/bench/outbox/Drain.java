package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events drained a second, by one, two and four agents: the contestants take turns, round after round. */
final class Drain implements Part {

    private static final List<Integer> AGENTS = List.of(1, 2, 4);

    /** The compiler needs a few. */
    private static final int WARM_UPS = 3;

    private static final double GOAL = 0.7;

    private final List<Contestant> contestants;
    private final Extent extent;

    /** The first contestant is the floor, the last one is ours. */
    Drain(Database database, Extent extent) {
        this.extent = extent;
        this.contestants = List.of(
                new FloorDrain(database, extent.backlog()),
                new GruelboxDrain(database, extent.peerBacklog()),
                new DivvyDrain(database, extent.backlog()));
    }

    @Override
    public void run(Report report) throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            for (Contestant contestant : contestants) {
                contestant.drain(2);
            }
        }
        for (int agents : AGENTS) {
            Map<Contestant, List<Double>> rates = new LinkedHashMap<>();
            for (int round = 0; round < extent.rounds(); round++) {
                for (Contestant contestant : contestants) {
                    double rate = contestant.drain(agents);
                    report.progress(String.format(
                            Locale.ROOT, "drain, agents %d, %s: %,.0f events/s", agents, contestant.name(), rate));
                    rates.computeIfAbsent(contestant, one -> new ArrayList<>()).add(rate);
                }
            }
            tell(report, agents, rates);
        }
        report.note(String.format(
                Locale.ROOT,
                "drain: backlog of %,d events (gruelbox %,d) of %,d entities, no-op handler, all agents in one JVM with pools of their own;"
                        + " ratios are of the same round",
                extent.backlog(),
                extent.peerBacklog(),
                Load.ENTITIES));
    }

    private void tell(Report report, int agents, Map<Contestant, List<Double>> rates) {
        String part = "drain, " + agents + (agents == 1 ? " agent" : " agents");
        rates.forEach(
                (contestant, all) -> report.add(Figure.plain(part, contestant.name(), "events/s", Spread.of(all))));
        List<Double> floor = rates.get(contestants.get(0));
        List<Double> ours = rates.get(contestants.get(contestants.size() - 1));
        if (floor == null || ours == null) {
            throw new IllegalStateException("nobody has drained");
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / floor.get(i));
        }
        Spread ratio = Spread.of(ratios);
        report.add(Figure.judged(part, "Divvy / floor", "", ratio, "at least " + GOAL, ratio.median() >= GOAL));
    }
}
