package dev.divvy.bench.outbox;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.BenchmarkParts;
import dev.divvy.bench.live.ProductBenchmark;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.outbox.drain.DrainRate;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The benchmark of the outbox, on servers of its own with default settings, which wait for the disk. */
public final class OutboxBench implements ProductBenchmark {

    private static final int HANDLER_MILLIS = 2;

    @Override
    public String name() {
        return "outbox";
    }

    @Override
    public List<String> parts() {
        return List.of("drain", "slow-handler", "statements", "latency", "takeover", "pause", "snapshot", "retention");
    }

    @Override
    public Optional<String> missing() {
        return PostgresServer.missing().map(reason -> "the outbox is measured on a PostgreSQL: " + reason);
    }

    @Override
    public void run(boolean quick, String only, Report report) throws Exception {
        OutboxScale scale = OutboxScale.of(quick);
        try (PostgresServer server = PostgresServer.start()) {
            BenchDatabase database = BenchDatabase.on("PostgreSQL", server, "bench");
            new BenchmarkParts()
                    .add("drain", new DrainRate(database, scale.backlog(), scale.peerBacklog(), scale.rounds(), 0))
                    .add(
                            "slow-handler",
                            new DrainRate(
                                    database,
                                    scale.slowBacklog(),
                                    scale.slowBacklog(),
                                    scale.slowRounds(),
                                    HANDLER_MILLIS))
                    .add("statements", new StatementsPerEvent(database, scale.trickle()))
                    .add("latency", latency(database, scale))
                    .add("takeover", new ProcessorTakeover(database, scale.kills()))
                    .add("pause", new RebalancePause(database, scale.joins()))
                    .add("snapshot", new PinnedSnapshot(database, scale.pinnedSeconds()))
                    .add("retention", retention(database, scale))
                    .run(only, report);
        }
    }

    private static BenchmarkPart latency(BenchDatabase postgres, OutboxScale scale) {
        return report -> {
            List<HandlingLatency.Target> targets = new ArrayList<>();
            targets.add(new HandlingLatency.Target(postgres, true));
            targets.add(new HandlingLatency.Target(
                    new BenchDatabase("H2", "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa", ""), false));
            withMaria("latency", report, maria -> {
                maria.ifPresent(database -> targets.add(new HandlingLatency.Target(database, false)));
                new HandlingLatency(targets, scale.trickle()).run(report);
            });
        };
    }

    private static BenchmarkPart retention(BenchDatabase postgres, OutboxScale scale) {
        return report -> {
            new RetentionRate(postgres, scale.kept(), scale.slowRounds()).run(report);
            withMaria("retention", report, maria -> {
                if (maria.isPresent()) {
                    new RetentionRate(maria.get(), scale.kept(), scale.slowRounds()).run(report);
                }
            });
        };
    }

    private interface MariaPart {

        void run(Optional<BenchDatabase> maria) throws Exception;
    }

    /** Runs a part with a MariaDB of its own, or with none and a note. */
    private static void withMaria(String name, Report report, MariaPart part) throws Exception {
        Optional<String> missing = MariaServer.missing();
        if (missing.isPresent()) {
            report.note(name + ": not measured on MariaDB: " + missing.get());
            part.run(Optional.empty());
            return;
        }
        try (MariaServer server = MariaServer.start()) {
            part.run(Optional.of(BenchDatabase.on("MariaDB", server, "bench")));
        }
    }
}
