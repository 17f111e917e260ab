package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The least work possible on the same table, by threads with a connection each: lock fifty rows that are not locked, read them, delete
 * them, commit. It keeps no order, has no owners, and calls no handler.
 */
final class SkipLockedDrain implements DrainContestant {

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults().withTable("skip_locked_drain");
    private static final String SELECT =
            "select id, entity_name, entity_id, payload from skip_locked_drain order by id limit 50 for update skip locked";
    private static final String DELETE = "delete from skip_locked_drain where id = any (?)";

    private final BenchDatabase database;
    private final int events;

    SkipLockedDrain(BenchDatabase database, int events) {
        this.database = database;
        this.events = events;
    }

    @Override
    public String name() {
        return "SKIP LOCKED baseline";
    }

    @Override
    public double drain(int agents) throws Exception {
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Connection connection = database.bulk().getConnection()) {
            database.empty(SETTINGS.table());
            connection.setAutoCommit(false);
            OutboxLoad.send(producer, connection, events);
            connection.commit();
        }
        AtomicInteger deleted = new AtomicInteger();
        try (ConcurrentTasks tasks = new ConcurrentTasks()) {
            for (int i = 0; i < agents; i++) {
                Connection connection = database.connect();
                connection.setAutoCommit(false);
                tasks.add(() -> {
                    try (connection) {
                        int batch;
                        do {
                            batch = drainBatch(connection);
                            deleted.addAndGet(batch);
                        } while (batch > 0);
                    }
                });
            }
            double rate = events / Timing.seconds(tasks.run());
            if (deleted.get() != events) {
                throw new IllegalStateException("the baseline deleted " + deleted + " of " + events);
            }
            return rate;
        }
    }

    private static int drainBatch(Connection connection) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
                rows.getString(2);
                rows.getString(3);
                rows.getBytes(4);
            }
        }
        if (!ids.isEmpty()) {
            try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
                Array array = connection.createArrayOf("bigint", ids.toArray());
                delete.setArray(1, array);
                delete.executeUpdate();
            }
        }
        connection.commit();
        return ids.size();
    }
}
