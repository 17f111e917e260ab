package dev.divvy.bench.outbox;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A fourth processor joins while events arrive for all entities: the longest pause of the entities that move, and of the others. */
final class RebalancePause implements BenchmarkPart {

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

    private final BenchDatabase database;
    private final int joins;

    /** Set once, to stop the producer. */
    private volatile boolean ended;

    RebalancePause(BenchDatabase database, int joins) {
        this.database = database;
        this.joins = joins;
    }

    @Override
    public void run(Report report) throws Exception {
        HandlingGaps gaps = new HandlingGaps();
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Connection connection = database.bulk().getConnection();
                ProcessorGroup group = new ProcessorGroup(database, SETTINGS);
                ConcurrentTasks tasks = new ConcurrentTasks()) {
            for (int i = 0; i < PROCESSORS; i++) {
                join(group, "old-" + i, gaps);
            }
            group.awaitShared();
            tasks.add(() -> tick(producer, connection));
            tasks.add(() -> {
                try {
                    measureJoins(report, group, gaps);
                } finally {
                    ended = true;
                }
            });
            tasks.run();
        }
    }

    private static void join(ProcessorGroup group, String id, HandlingGaps gaps) throws SQLException {
        group.join(id, event -> gaps.handled(id, event.entityId()));
    }

    /** Sends one event per entity, every tick. */
    private void tick(Outbox producer, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        List<Message> messages = IntStream.range(0, ENTITIES)
                .mapToObj(i -> Message.of("Bench", OutboxLoad.entity(i)))
                .toList();
        long next = System.nanoTime();
        while (!ended) {
            producer.send(connection, messages);
            connection.commit();
            next = Math.max(next + TICK_NANOS, System.nanoTime());
            Timing.sleepUntil(next);
        }
    }

    private void measureJoins(Report report, ProcessorGroup group, HandlingGaps gaps) throws SQLException {
        double[] before = new double[joins];
        double[] stayed = new double[joins];
        double[] moved = new double[joins];
        double[] beyond = new double[joins];
        for (int i = 0; i < joins; i++) {
            long start = System.nanoTime();
            Timing.sleepUntil(start + QUIET_NANOS);
            long began = System.nanoTime();
            join(group, "new-" + i, gaps);
            group.awaitShared();
            Timing.sleepUntil(Math.max(began + QUIET_NANOS, System.nanoTime() + QUIET_NANOS / 4));
            long end = System.nanoTime();
            before[i] = gaps.longest(start, began, false).most();
            stayed[i] = gaps.longest(began, end, false).most();
            moved[i] = gaps.longest(began, end, true).most();
            beyond[i] = Math.max(0, stayed[i] - before[i]);
            report.progress("pause: " + Math.round(moved[i]) + " ms of entities that move, " + Math.round(stayed[i])
                    + " ms of others, " + Math.round(before[i]) + " ms before");
            group.leave();
            group.awaitShared();
        }
        addFigures(report, before, stayed, moved, beyond);
    }

    private static void addFigures(Report report, double[] before, double[] stayed, double[] moved, double[] beyond) {
        String part = "longest gap between events of an entity, a fourth joins";
        report.add(Figure.plain(part, "all entities, before", "ms", new Samples(before)));
        report.add(Figure.plain(part, "entities that stay", "ms", new Samples(stayed)));
        Samples more = new Samples(beyond);
        report.add(Figure.judged(
                part,
                "entities that stay, beyond before",
                "ms",
                more,
                "0, within a tick",
                more.median() < TICK_MILLIS));
        Samples pause = new Samples(moved);
        report.add(Figure.judged(
                part, "entities that move", "ms", pause, "below 500 ms each time", pause.most() < GOAL_MILLIS));
        report.note("pause: one event per entity, of " + ENTITIES + " entities, every " + TICK_MILLIS
                + " ms, all processors in one JVM; the longest gap of any entity in a window of about two seconds");
    }
}
