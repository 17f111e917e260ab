package dev.divvy.bench.outbox;

import dev.divvy.bench.live.LiveBench;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Parts;
import dev.divvy.bench.live.Report;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The benchmark of the outbox: on servers of its own, as they come, which wait for the disk. */
public final class OutboxBench implements LiveBench {

    @Override
    public String name() {
        return "outbox";
    }

    @Override
    public List<String> parts() {
        return List.of("drain", "latency", "takeover", "pause");
    }

    @Override
    public Optional<String> missing() {
        return PostgresServer.missing().map(reason -> "the outbox is measured on a PostgreSQL: " + reason);
    }

    @Override
    public void run(boolean quick, String only, Report report) throws Exception {
        Extent extent = Extent.of(quick);
        try (PostgresServer server = PostgresServer.start()) {
            Database database = Database.on("PostgreSQL", server, "bench");
            new Parts()
                    .add("drain", of -> new Drain(database, extent).run(of))
                    .add("latency", latency(database, extent))
                    .add("takeover", new Takeover(database, extent.kills()))
                    .add("pause", new Pause(database, extent.joins()))
                    .run(only, report);
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
