package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.Strategy;
import dev.divvy.distributor.table.TablePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** From the lists in Redis to the table in Redis: the first table, one service leaves or joins, and nothing changes at all. */
final class Replan implements Part {

    private static final double GOAL_MILLIS = 1_000;

    private final String redis;
    private final Extent extent;

    Replan(String redis, Extent extent) {
        this.redis = redis;
        this.extent = extent;
    }

    @Override
    public void run(Report report) {
        List<String> units =
                IntStream.range(0, extent.units()).mapToObj(i -> "channel-" + i).toList();
        for (Strategy strategy : Strategy.values()) {
            List<String> services = IntStream.range(0, extent.services())
                    .mapToObj(Replan::service)
                    .toList();
            Namespaces namespaces =
                    new Namespaces(List.of("services-" + strategy), "units-" + strategy, "table-" + strategy);
            try (Desk desk = new Desk(redis, namespaces)) {
                desk.store().names().add(namespaces.services().get(0), services);
                desk.store().names().add(namespaces.units(), units);
                desk.acknowledge(services);
                measure(report, desk, strategy, namespaces.services().get(0));
            }
        }
        report.note(
                "replan: lists and table in a Redis that appends to its log, one namespace of services; all services acknowledge,"
                        + " so every unit that moves is kept note of; pings are not part of it; the first table of the first strategy is made by a"
                        + " JVM that has not compiled anything yet");
    }

    private static String service(int number) {
        return "10." + number / 62_500 + "." + number / 250 % 250 + "." + (number % 250 + 1) + ":9000";
    }

    private void measure(Report report, Desk desk, Strategy strategy, String namespace) {
        TablePlanner planning = new TablePlanner(strategy, false);
        Desk.Steps first = desk.play(planning);
        report.progress(strategy.label() + ", first table: " + told(first));
        List<Desk.Steps> changes = new ArrayList<>();
        for (int i = 0; i < extent.changes(); i++) {
            desk.store().names().remove(namespace, List.of(service(i)));
            changes.add(desk.play(planning));
            String joins = service(extent.services() + i);
            desk.store().names().add(namespace, List.of(joins));
            desk.acknowledge(List.of(joins));
            changes.add(desk.play(planning));
            report.progress(strategy.label() + ", one joins: " + told(changes.get(changes.size() - 1)));
        }
        String part = String.format(
                Locale.ROOT,
                "replan, %s, %,d services x %,d units",
                strategy.label(),
                extent.services(),
                extent.units());
        tell(report, part, strategy, first, changes);
        new Idle(redis, desk, planning, extent.changes()).tell(report, part);
    }

    private static String told(Desk.Steps steps) {
        return String.format(
                Locale.ROOT,
                "%.0f ms (read %.0f, plan %.0f, write %.0f; processor %.0f), %,d units moved",
                Moments.millis(steps.all()),
                Moments.millis(steps.read()),
                Moments.millis(steps.plan()),
                Moments.millis(steps.write()),
                Moments.millis(steps.processor()),
                steps.change().moves().moved());
    }

    private static void tell(
            Report report, String part, Strategy strategy, Desk.Steps first, List<Desk.Steps> changes) {
        report.add(judged(part, "first table", strategy, millis(List.of(first), Desk.Steps::all)));
        report.add(judged(part, "one leaves or joins", strategy, millis(changes, Desk.Steps::all)));
        report.add(Figure.plain(part, "of this: read", "ms", millis(changes, Desk.Steps::read)));
        report.add(Figure.plain(part, "of this: plan", "ms", millis(changes, Desk.Steps::plan)));
        report.add(Figure.plain(part, "of this: write", "ms", millis(changes, Desk.Steps::write)));
        report.add(Figure.plain(
                part, "processor time of the writing thread", "ms", millis(changes, Desk.Steps::processor)));
        report.add(Figure.plain(
                part,
                "units moved",
                "",
                spread(changes, steps -> steps.change().moves().moved())));
    }

    /** The original's own rule is beside ours for comparison; nothing was promised for it. */
    private static Figure judged(String part, String name, Strategy strategy, Spread spread) {
        return strategy == Strategy.RING
                ? Figure.plain(part, name, "ms", spread)
                : Figure.judged(part, name, "ms", spread, "below 1 s each time", spread.most() < GOAL_MILLIS);
    }

    private static Spread millis(List<Desk.Steps> all, ToDoubleFunction<Desk.Steps> nanos) {
        return spread(all, steps -> nanos.applyAsDouble(steps) / 1e6);
    }

    private static Spread spread(List<Desk.Steps> all, ToDoubleFunction<Desk.Steps> value) {
        return new Spread(all.stream().mapToDouble(value).toArray());
    }
}
