package dev.divvy.bench.outbox;

import dev.divvy.testservers.MariaServer;
import dev.divvy.testservers.PostgresServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.LogManager;

/** The benchmark of the outbox: on servers of its own, as they come, which wait for the disk. */
public final class OutboxBench {

    /** The parts that can be run alone. */
    public static final List<String> PARTS = List.of("drain", "latency", "takeover", "pause");

    private OutboxBench() {}

    /** Why it cannot run here; empty when it can. */
    public static Optional<String> missing() {
        return PostgresServer.missing();
    }

    /**
     * Runs and prints.
     *
     * @param only one of the parts, or empty for all
     */
    public static void run(boolean quick, String only, Optional<Path> json, PrintStream out) throws Exception {
        // What peers tell by other ways than slf4j.
        LogManager.getLogManager().reset();
        Extent extent = Extent.of(quick);
        Report report = new Report(out);
        try (PostgresServer server = PostgresServer.start()) {
            Database database = Database.on("PostgreSQL", server, "bench");
            Map<String, Supplier<Part>> parts = new LinkedHashMap<>();
            parts.put("drain", () -> new Drain(database, extent));
            parts.put("latency", () -> latency(database, extent));
            parts.put("takeover", () -> new Takeover(database, extent.kills()));
            parts.put("pause", () -> new Pause(database, extent.joins()));
            for (Map.Entry<String, Supplier<Part>> part : parts.entrySet()) {
                if (only.isEmpty() || only.equals(part.getKey())) {
                    out.println(part.getKey());
                    part.getValue().get().run(report);
                }
            }
        }
        report.print();
        if (json.isPresent()) {
            report.write(json.get());
        }
    }

    private static Part latency(Database postgres, Extent extent) {
        return report -> {
            List<Latency.Place> places = new ArrayList<>();
            places.add(new Latency.Place(postgres, true));
            places.add(new Latency.Place(new Database("H2", "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa", ""), false));
            Optional<String> none = MariaServer.missing();
            if (none.isPresent()) {
                report.note("latency: not measured on MariaDB: " + none.get());
                new Latency(places, extent.trickle()).run(report);
                return;
            }
            try (MariaServer maria = MariaServer.start()) {
                places.add(new Latency.Place(Database.on("MariaDB", maria, "bench"), false));
                new Latency(places, extent.trickle()).run(report);
            }
        };
    }
}
