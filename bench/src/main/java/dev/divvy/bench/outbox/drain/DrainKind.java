package dev.divvy.bench.outbox.drain;

import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.bench.outbox.OutboxLoad;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;

/** The contestants. */
enum DrainKind {
    FLOOR("SKIP LOCKED baseline") {
        @Override
        DrainAgent agent(BenchDatabase database, AgentSettings settings) throws SQLException {
            return new SkipLockedAgent(database, settings);
        }

        @Override
        long fill(BenchDatabase database, int events) throws SQLException {
            send(database, OutboxSettings.defaults().withTable(FLOOR_TABLE), events);
            return System.nanoTime();
        }
    },

    /** With several agents some of its calls lose a race, and are retried only after minutes. */
    GRUELBOX("gruelbox transaction-outbox") {
        @Override
        DrainAgent agent(BenchDatabase database, AgentSettings settings) {
            return new GruelboxAgent(database, settings);
        }

        @Override
        long fill(BenchDatabase database, int events) throws Exception {
            GruelboxAgent.schedule(database, events);
            return System.nanoTime();
        }
    },

    DIVVY("Divvy") {
        @Override
        DrainAgent agent(BenchDatabase database, AgentSettings settings) throws SQLException {
            return new DivvyAgent(database, settings);
        }

        @Override
        long fill(BenchDatabase database, int events) throws SQLException {
            return send(database, DIVVY_SETTINGS, events);
        }
    };

    static final String FLOOR_TABLE = "skip_locked_drain";
    static final OutboxSettings DIVVY_SETTINGS = OutboxSettings.defaults()
            .withTable("divvy_drain")
            .withGroup("drain")
            .neverForgets();

    private final String title;

    DrainKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract DrainAgent agent(BenchDatabase database, AgentSettings settings) throws Exception;

    /** Fills an empty table, and returns the time from which its agents could drain it. */
    abstract long fill(BenchDatabase database, int events) throws Exception;

    /** Creates the tables. */
    static void createTables(BenchDatabase database) throws SQLException {
        for (OutboxSettings settings :
                new OutboxSettings[] {DIVVY_SETTINGS, OutboxSettings.defaults().withTable(FLOOR_TABLE)}) {
            try (Outbox outbox = Outbox.on(database.bulk(), settings)) {
                outbox.createIfMissing();
            }
        }
    }

    /** Sends a backlog in one transaction, and returns the time before its commit. */
    private static long send(BenchDatabase database, OutboxSettings settings, int events) throws SQLException {
        database.empty(settings.table());
        try (Outbox producer = Outbox.on(database.bulk(), settings);
                Connection connection = database.bulk().getConnection()) {
            connection.setAutoCommit(false);
            OutboxLoad.send(producer, connection, events);
            long began = System.nanoTime();
            connection.commit();
            return began;
        }
    }
}
