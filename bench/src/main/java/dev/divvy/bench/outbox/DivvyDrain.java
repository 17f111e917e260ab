package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;

/** Divvy with default settings. The processors are running and idle; the commit of one transaction gives them the whole backlog. */
final class DivvyDrain implements DrainContestant {

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults()
            .withTable("divvy_drain")
            .withGroup("drain")
            .neverForgets();
    private static final int WARM_UP_BATCH = 20;
    private static final int WARM_UP_BATCHES = 20;

    private final BenchDatabase database;
    private final int events;

    DivvyDrain(BenchDatabase database, int events) {
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
                ProcessorGroup group = new ProcessorGroup(database, SETTINGS);
                Connection connection = database.bulk().getConnection()) {
            database.empty(SETTINGS.table());
            for (int i = 0; i < agents; i++) {
                group.join("agent-" + i, event -> {});
            }
            group.awaitShared();
            warmUp(producer, connection, group);
            long before = group.completed();
            connection.setAutoCommit(false);
            OutboxLoad.send(producer, connection, events);
            long began = System.nanoTime();
            connection.commit();
            ProcessorGroup.await("the backlog is drained", () -> group.completed() >= before + events);
            return events / Timing.seconds(System.nanoTime() - began);
        }
    }

    /** Lets the processors handle a few events on a nearly empty table, as every processor has before it meets a backlog. */
    private static void warmUp(Outbox producer, Connection connection, ProcessorGroup group) throws SQLException {
        for (int i = 1; i <= WARM_UP_BATCHES; i++) {
            OutboxLoad.send(producer, connection, WARM_UP_BATCH);
            int sent = i * WARM_UP_BATCH;
            ProcessorGroup.await("the warm-up events are handled", () -> group.completed() >= sent);
        }
    }
}
