package dev.divvy.bench.outbox.drain;

import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.coordination.support.DaemonThreads;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least work possible on the same table, by threads with a connection each: lock fifty rows that are not locked, read them, handle them,
 * delete them, commit. It keeps no order, and has no owners.
 */
final class SkipLockedAgent implements DrainAgent {

    private static final String SELECT = "select id, entity_name, entity_id, payload from " + DrainKind.FLOOR_TABLE
            + " order by id limit 50 for update skip locked";
    private static final String DELETE = "delete from " + DrainKind.FLOOR_TABLE + " where id = any (?)";

    private final AgentSettings settings;
    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.named("divvy-bench-agent"));
    private final List<Connection> connections = new ArrayList<>();
    private final AtomicLong completed = new AtomicLong();

    SkipLockedAgent(BenchDatabase database, AgentSettings settings) throws SQLException {
        this.settings = settings;
        for (int i = 0; i < AgentSettings.THREADS; i++) {
            Connection connection = database.connect();
            connection.setAutoCommit(false);
            connections.add(connection);
        }
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void begin() {
        connections.forEach(connection -> threads.execute(() -> drain(connection)));
    }

    private void drain(Connection connection) {
        try {
            int batch;
            do {
                batch = drainBatch(connection);
                completed.addAndGet(batch);
            } while (batch > 0);
        } catch (SQLException e) {
            throw new IllegalStateException("the baseline failed", e);
        }
    }

    private int drainBatch(Connection connection) throws SQLException {
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
            ids.forEach(id -> settings.handle());
            try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
                Array array = connection.createArrayOf("bigint", ids.toArray());
                delete.setArray(1, array);
                delete.executeUpdate();
            }
        }
        connection.commit();
        return ids.size();
    }

    @Override
    public long completed() {
        return completed.get();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                // The process ends anyway.
            }
        }
    }
}
