package dev.divvy.bench.outbox;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A fourth processor joins while events come for everybody: how long the entities that move wait, and how long the others do. */
final class Pause implements Part {

    private static final int PROCESSORS = 3;
    private static final int ENTITIES = 64;
    private static final long TICK_MILLIS = 20;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final double GOAL_MILLIS = 500;

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults()
            .withTable("divvy_pause")
            .withGroup("pause")
            .neverForgets();

    private final Database database;
    private final int joins;

    /** Set once, when no more events are wanted. */
    private volatile boolean ended;

    Pause(Database database, int joins) {
        this.database = database;
        this.joins = joins;
    }

    @Override
    public void run(Report report) throws Exception {
        Gaps gaps = new Gaps();
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Connection connection = database.bulk().getConnection();
                Crew crew = new Crew(database, SETTINGS);
                Gang gang = new Gang()) {
            for (int i = 0; i < PROCESSORS; i++) {
                join(crew, "old-" + i, gaps);
            }
            crew.awaitShared();
            gang.add(() -> tick(producer, connection));
            gang.add(() -> {
                try {
                    changes(report, crew, gaps);
                } finally {
                    ended = true;
                }
            });
            gang.run();
        }
    }

    private static void join(Crew crew, String id, Gaps gaps) throws SQLException {
        crew.join(id, event -> gaps.handled(id, event.entityId()));
    }

    /** One event for each entity, every tick. */
    private void tick(Outbox producer, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        List<Message> one = IntStream.range(0, ENTITIES)
                .mapToObj(i -> Message.of("Bench", Load.entity(i)))
                .toList();
        long next = System.nanoTime();
        while (!ended) {
            producer.send(connection, one);
            connection.commit();
            next = Math.max(next + TICK_NANOS, System.nanoTime());
            Moments.until(next);
        }
    }

    private void changes(Report report, Crew crew, Gaps gaps) throws SQLException {
        double[] before = new double[joins];
        double[] stayed = new double[joins];
        double[] moved = new double[joins];
        double[] beyond = new double[joins];
        for (int i = 0; i < joins; i++) {
            long quiet = System.nanoTime();
            Moments.until(quiet + QUIET_NANOS);
            long began = System.nanoTime();
            join(crew, "new-" + i, gaps);
            crew.awaitShared();
            Moments.until(Math.max(began + QUIET_NANOS, System.nanoTime() + QUIET_NANOS / 4));
            long end = System.nanoTime();
            before[i] = gaps.longest(quiet, began, false).most();
            stayed[i] = gaps.longest(began, end, false).most();
            moved[i] = gaps.longest(began, end, true).most();
            beyond[i] = Math.max(0, stayed[i] - before[i]);
            report.progress("pause: " + Math.round(moved[i]) + " ms where it moves, " + Math.round(stayed[i])
                    + " ms elsewhere, " + Math.round(before[i]) + " ms before");
            crew.leave();
            crew.awaitShared();
        }
        tell(report, before, stayed, moved, beyond);
    }

    private static void tell(Report report, double[] before, double[] stayed, double[] moved, double[] beyond) {
        String part = "longest gap between events of an entity, a fourth joins";
        report.add(Figure.plain(part, "before, anybody's", "ms", new Spread(before)));
        report.add(Figure.plain(part, "entities that stay", "ms", new Spread(stayed)));
        Spread more = new Spread(beyond);
        report.add(Figure.judged(
                part,
                "entities that stay, beyond before",
                "ms",
                more,
                "0, within a tick",
                more.median() < TICK_MILLIS));
        Spread pause = new Spread(moved);
        report.add(Figure.judged(
                part, "entities that move", "ms", pause, "below 500 ms each time", pause.most() < GOAL_MILLIS));
        report.note("pause: an event for each of " + ENTITIES + " entities every " + TICK_MILLIS
                + " ms, all processors in one JVM; the longest gap of any entity in a window of about two seconds");
    }
}
