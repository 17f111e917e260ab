package dev.divvy.bench.distributor;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.Strategy;
import dev.divvy.distributor.table.TablePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Replanning, from the lists in Redis to the table in Redis: the first table, one leave or join, and no change. */
final class RedisReplan implements BenchmarkPart {

    private static final double GOAL_MILLIS = 1_000;

    private final String redis;
    private final DistributorScale scale;

    RedisReplan(String redis, DistributorScale scale) {
        this.redis = redis;
        this.scale = scale;
    }

    @Override
    public void run(Report report) {
        List<String> units =
                IntStream.range(0, scale.units()).mapToObj(i -> "channel-" + i).toList();
        for (Strategy strategy : List.of(Strategy.STABLE, Strategy.STICKY, Strategy.RING)) {
            List<String> services = IntStream.range(0, scale.services())
                    .mapToObj(RedisReplan::service)
                    .toList();
            StoreNames namespaces =
                    new StoreNames(List.of("services-" + strategy), "units-" + strategy, "table-" + strategy);
            try (TableWriter writer = new TableWriter(redis, namespaces)) {
                writer.store().names().add(namespaces.services().get(0), services);
                writer.store().names().add(namespaces.units(), units);
                writer.acknowledge(services);
                measure(report, writer, strategy, namespaces.services().get(0));
            }
        }
        report.note(
                "replan: lists and table in a Redis that appends to its log, one namespace of services; all services acknowledge,"
                        + " so every moved unit is recorded; pings are not included; the first table of the first strategy is planned by a"
                        + " JVM that has not compiled anything yet");
    }

    private static String service(int number) {
        return "10." + number / 62_500 + "." + number / 250 % 250 + "." + (number % 250 + 1) + ":9000";
    }

    private void measure(Report report, TableWriter writer, Strategy strategy, String namespace) {
        TablePlanner planner = new TablePlanner(strategy, false);
        TableWriter.Steps first = writer.replan(planner);
        report.progress(strategy.label() + ", first table: " + describe(first));
        List<TableWriter.Steps> changes = new ArrayList<>();
        for (int i = 0; i < scale.changes(); i++) {
            writer.store().names().remove(namespace, List.of(service(i)));
            changes.add(writer.replan(planner));
            String joining = service(scale.services() + i);
            writer.store().names().add(namespace, List.of(joining));
            writer.acknowledge(List.of(joining));
            changes.add(writer.replan(planner));
            report.progress(strategy.label() + ", one joins: " + describe(changes.get(changes.size() - 1)));
        }
        String part = String.format(
                Locale.ROOT, "replan, %s, %,d services x %,d units", strategy.label(), scale.services(), scale.units());
        addFigures(report, part, strategy, first, changes);
        new IdlePolls(redis, writer, planner, scale.changes()).measure(report, part);
    }

    private static String describe(TableWriter.Steps steps) {
        return String.format(
                Locale.ROOT,
                "%.0f ms (read %.0f, plan %.0f, write %.0f; processor %.0f), %,d units moved",
                Timing.millis(steps.total()),
                Timing.millis(steps.read()),
                Timing.millis(steps.plan()),
                Timing.millis(steps.write()),
                Timing.millis(steps.processor()),
                steps.change().moves().moved());
    }

    private static void addFigures(
            Report report, String part, Strategy strategy, TableWriter.Steps first, List<TableWriter.Steps> changes) {
        report.add(judged(part, "first table", strategy, millis(List.of(first), TableWriter.Steps::total)));
        report.add(judged(part, "one leaves or joins", strategy, millis(changes, TableWriter.Steps::total)));
        report.add(Figure.plain(part, "of which: read", "ms", millis(changes, TableWriter.Steps::read)));
        report.add(Figure.plain(part, "of which: plan", "ms", millis(changes, TableWriter.Steps::plan)));
        report.add(Figure.plain(part, "of which: write", "ms", millis(changes, TableWriter.Steps::write)));
        report.add(Figure.plain(
                part, "processor time of the writing thread", "ms", millis(changes, TableWriter.Steps::processor)));
        report.add(Figure.plain(
                part,
                "units moved",
                "",
                samples(changes, steps -> steps.change().moves().moved())));
    }

    /** The ring strategy is measured for comparison and has no goal. */
    private static Figure judged(String part, String name, Strategy strategy, Samples samples) {
        return strategy == Strategy.RING
                ? Figure.plain(part, name, "ms", samples)
                : Figure.judged(part, name, "ms", samples, "below 1 s each time", samples.most() < GOAL_MILLIS);
    }

    private static Samples millis(List<TableWriter.Steps> all, ToDoubleFunction<TableWriter.Steps> nanos) {
        return samples(all, steps -> nanos.applyAsDouble(steps) / 1e6);
    }

    private static Samples samples(List<TableWriter.Steps> all, ToDoubleFunction<TableWriter.Steps> value) {
        return new Samples(all.stream().mapToDouble(value).toArray());
    }
}
