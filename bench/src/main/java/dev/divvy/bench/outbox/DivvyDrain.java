package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Moments;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;

/** Divvy with its usual settings. The processors are up and wait; one transaction that commits gives them the whole backlog. */
final class DivvyDrain implements Contestant {

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults()
            .withTable("divvy_drain")
            .withGroup("drain")
            .neverForgets();
    private static final int SMALL = 20;
    private static final int SMALL_ONES = 20;

    private final Database database;
    private final int events;

    DivvyDrain(Database database, int events) {
        this.database = database;
        this.events = events;
    }

    @Override
    public String name() {
        return "Divvy";
    }

    @Override
    public double drain(int agents) throws Exception {
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Crew crew = new Crew(database, SETTINGS);
                Connection connection = database.bulk().getConnection()) {
            database.empty(SETTINGS.table());
            for (int i = 0; i < agents; i++) {
                crew.join("agent-" + i, event -> {});
            }
            crew.awaitShared();
            handleSome(producer, connection, crew);
            long before = crew.completed();
            connection.setAutoCommit(false);
            Load.send(producer, connection, events);
            long began = System.nanoTime();
            connection.commit();
            Crew.await("the backlog is drained", () -> crew.completed() >= before + events);
            return events / Moments.seconds(System.nanoTime() - began);
        }
    }

    /** They have been at work before, on a table that was nearly empty: so has every processor that meets a backlog. */
    private static void handleSome(Outbox producer, Connection connection, Crew crew) throws SQLException {
        for (int i = 1; i <= SMALL_ONES; i++) {
            Load.send(producer, connection, SMALL);
            int sent = i * SMALL;
            Crew.await("a few are handled", () -> crew.completed() >= sent);
        }
    }
}
