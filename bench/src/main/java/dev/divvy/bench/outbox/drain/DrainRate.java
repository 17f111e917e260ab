package dev.divvy.bench.outbox.drain;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.bench.outbox.OutboxLoad;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events drained per second by one to eight agents in processes of their own. The contestants take turns in every round. */
public final class DrainRate implements BenchmarkPart {

    private static final List<Integer> AGENTS = List.of(1, 2, 4, 8);

    /** Drains before the first measurement, for the compilers of the agents. */
    private static final int WARM_UPS = 3;

    private static final double GOAL = 0.7;

    private final BenchDatabase database;
    private final int backlog;
    private final int peerBacklog;
    private final int rounds;
    private final int handlerMillis;

    /**
     * A measurement.
     *
     * @param peerBacklog the events that the slower peer drains
     * @param handlerMillis how long the handler of an event takes
     */
    public DrainRate(BenchDatabase database, int backlog, int peerBacklog, int rounds, int handlerMillis) {
        this.database = database;
        this.backlog = backlog;
        this.peerBacklog = peerBacklog;
        this.rounds = rounds;
        this.handlerMillis = handlerMillis;
    }

    @Override
    public void run(Report report) throws Exception {
        DrainKind.createTables(database);
        for (int agents : AGENTS) {
            Map<DrainKind, DrainAgents> contestants = new EnumMap<>(DrainKind.class);
            try {
                for (DrainKind kind : DrainKind.values()) {
                    contestants.put(kind, new DrainAgents(database, kind, agents, handlerMillis));
                }
                measure(report, agents, contestants);
            } finally {
                contestants.values().forEach(DrainAgents::close);
            }
        }
        report.note(String.format(
                Locale.ROOT,
                "%s: backlog of %,d events (gruelbox %,d) of %,d entities, %s, %d threads per agent, agents in JVMs of their own;"
                        + " ratios are of the same round",
                name(),
                backlog,
                peerBacklog,
                OutboxLoad.ENTITIES,
                handlerMillis == 0 ? "a handler that does nothing" : "a handler of " + handlerMillis + " ms",
                AgentSettings.THREADS));
    }

    private String name() {
        return handlerMillis == 0 ? "drain" : "drain with a handler of " + handlerMillis + " ms";
    }

    private void measure(Report report, int agents, Map<DrainKind, DrainAgents> contestants) throws Exception {
        Map<DrainKind, List<Double>> rates = new EnumMap<>(DrainKind.class);
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (Map.Entry<DrainKind, DrainAgents> contestant : contestants.entrySet()) {
                DrainKind kind = contestant.getKey();
                double rate = contestant.getValue().drain(kind == DrainKind.GRUELBOX ? peerBacklog : backlog);
                if (round >= 0) {
                    report.progress(String.format(
                            Locale.ROOT, "%s, agents %d, %s: %,.0f events/s", name(), agents, kind.title(), rate));
                    rates.computeIfAbsent(kind, key -> new ArrayList<>()).add(rate);
                }
            }
        }
        addFigures(report, agents, rates);
    }

    private void addFigures(Report report, int agents, Map<DrainKind, List<Double>> rates) {
        String part = name() + ", " + agents + (agents == 1 ? " agent" : " agents");
        rates.forEach((kind, samples) -> report.add(Figure.plain(part, kind.title(), "events/s", Samples.of(samples))));
        List<Double> floor = rates.getOrDefault(DrainKind.FLOOR, List.of());
        List<Double> ours = rates.getOrDefault(DrainKind.DIVVY, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / floor.get(i));
        }
        Samples ratio = Samples.of(ratios);
        report.add(Figure.judged(part, "Divvy / floor", "", ratio, "at least " + GOAL, ratio.median() >= GOAL));
    }
}
