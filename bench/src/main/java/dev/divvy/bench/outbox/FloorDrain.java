package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Moments;
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
 * The least that anybody can do on an equal table, in threads with a connection each: lock fifty rows that nobody else has locked, read
 * them, delete them, commit. It keeps no order, knows no owner, and handles nothing.
 */
final class FloorDrain implements Contestant {

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults().withTable("floor_drain");
    private static final String SELECT =
            "select id, entity_name, entity_id, payload from floor_drain order by id limit 50 for update skip locked";
    private static final String DELETE = "delete from floor_drain where id = any (?)";

    private final Database database;
    private final int events;

    FloorDrain(Database database, int events) {
        this.database = database;
        this.events = events;
    }

    @Override
    public String name() {
        return "bare floor";
    }

    @Override
    public double drain(int agents) throws Exception {
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Connection connection = database.bulk().getConnection()) {
            database.empty(SETTINGS.table());
            connection.setAutoCommit(false);
            Load.send(producer, connection, events);
            connection.commit();
        }
        AtomicInteger deleted = new AtomicInteger();
        try (Gang gang = new Gang()) {
            for (int i = 0; i < agents; i++) {
                Connection connection = database.connect();
                connection.setAutoCommit(false);
                gang.add(() -> {
                    try (connection) {
                        int some;
                        do {
                            some = some(connection);
                            deleted.addAndGet(some);
                        } while (some > 0);
                    }
                });
            }
            double rate = events / Moments.seconds(gang.run());
            if (deleted.get() != events) {
                throw new IllegalStateException("the floor deleted " + deleted + " of " + events);
            }
            return rate;
        }
    }

    private static int some(Connection connection) throws SQLException {
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
