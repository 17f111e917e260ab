package dev.divvy.bench.distributor;

import dev.divvy.allocation.Roster;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.members.Churn;
import dev.divvy.bench.peer.MoveCounts;
import dev.divvy.distributor.Strategy;
import dev.divvy.distributor.table.AssignmentTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** The moves of the strategies over the same changes: services that join and leave, and units that are added and removed. */
final class StrategyMoves implements BenchmarkPart {

    private static final List<Integer> SERVICES = List.of(10, 50, 100);
    private static final int UNITS = 1_000;
    private static final long SEED = 2002;

    private final int events;

    StrategyMoves(int events) {
        this.events = events;
    }

    @Override
    public void run(Report report) {
        for (int count : SERVICES) {
            Churn churn = new Churn(SEED + count);
            List<Roster> walk = churn.walk(churn.members(count), events);
            services(report, count, walk.stream().map(Churn::ids).toList());
            units(report, Churn.ids(walk.get(0)));
        }
        report.note(
                "moves: " + events
                        + " joins and leaves, and as many units added or removed, the same for all strategies;"
                        + " the fewest are counted from the state after the change before; original is the rule of the Distributor by scientificideas, which is not even");
    }

    private static void services(Report report, int count, List<List<String>> walk) {
        String part = String.format(Locale.ROOT, "moved / fewest, about %d services x %,d units", count, UNITS);
        Map<Strategy, Samples> ratios = new EnumMap<>(Strategy.class);
        for (Strategy strategy : Strategy.values()) {
            MoveCounts counts = MoveCounts.of(new StrategyRebalancer(strategy), UNITS, walk);
            ratios.put(strategy, new Samples(new double[] {(double) counts.moved() / counts.bound()}));
            report.progress(part + ", " + strategy.label() + ": " + counts.moved() + " / " + counts.bound()
                    + ", most - fewest " + counts.spread());
        }
        ratios.forEach((strategy, ratio) -> report.add(
                switch (strategy) {
                    case STICKY -> Figure.judged(part, "sticky", "", ratio, "1.00", ratio.most() == 1);
                    case STABLE ->
                        Figure.judged(
                                part,
                                "stable",
                                "",
                                ratio,
                                "below ring",
                                ratio.most() < medianOf(ratios, Strategy.RING));
                    case RING, ORIGINAL -> Figure.plain(part, strategy.label(), "", ratio);
                }));
    }

    private static double medianOf(Map<Strategy, Samples> ratios, Strategy strategy) {
        return ratios.getOrDefault(strategy, new Samples(new double[] {0})).median();
    }

    private void units(Report report, List<String> services) {
        String part = String.format(
                Locale.ROOT,
                "other units that move when one is added or removed, %d services x %,d units",
                services.size(),
                UNITS);
        for (Strategy strategy : Strategy.values()) {
            StrategyRebalancer rebalancer = new StrategyRebalancer(strategy);
            SplittableRandom random = new SplittableRandom(SEED);
            List<String> units = new ArrayList<>(StrategyRebalancer.units(UNITS));
            StrategyRebalancer.State before = rebalancer.divide(units, services, AssignmentTable.EMPTY);
            List<Integer> moved = new ArrayList<>();
            for (int i = 0; i < events; i++) {
                if (i % 2 == 0) {
                    units.remove(random.nextInt(units.size()));
                } else {
                    units.add("new-" + i);
                }
                StrategyRebalancer.State now = rebalancer.divide(units, services, before.table());
                moved.add(StrategyRebalancer.moved(before.table(), now.table()));
                before = now;
            }
            report.add(Figure.plain(part, strategy.label(), "", Samples.of(moved)));
        }
    }
}
