package dev.divvy.bench.outbox;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The deletion of completed events that were kept, beside the rate at which one processor completes them: first one after the other, then both
 * at once.
 */
final class RetentionRate implements BenchmarkPart {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final double GOAL = 1;
    private static final String KEPT = " where status = 'DONE'";

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults()
            .withTable("divvy_retention")
            .withGroup("retention")
            .neverForgets();

    private final BenchDatabase database;
    private final int events;
    private final int rounds;

    RetentionRate(BenchDatabase database, int events, int rounds) {
        this.database = database;
        this.events = events;
        this.rounds = rounds;
    }

    @Override
    public void run(Report report) throws Exception {
        List<Double> drains = new ArrayList<>();
        List<Double> deletions = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> drainsBeside = new ArrayList<>();
        List<Double> left = new ArrayList<>();
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Connection connection = database.bulk().getConnection()) {
            connection.setAutoCommit(false);
            drain(producer, connection, LONG); // for the compiler
            for (int round = 0; round < rounds; round++) {
                double drain = drain(producer, connection, LONG);
                double deletion = delete();
                drains.add(drain);
                deletions.add(deletion);
                ratios.add(deletion / drain);
                drainsBeside.add(drain(producer, connection, SHORT));
                left.add((double) kept());
                report.progress(String.format(
                        Locale.ROOT,
                        "retention, %s: drain %,.0f events/s, deletion %,.0f events/s; both at once: drain %,.0f events/s, %,.0f"
                                + " events not deleted at its end",
                        database.name(),
                        drain,
                        deletion,
                        drainsBeside.get(round),
                        left.get(round)));
            }
        }
        String alone = "retention on " + database.name();
        String together = alone + ", both at once";
        report.add(Figure.plain(alone, "drain, completed events kept", "events/s", Samples.of(drains)));
        report.add(Figure.plain(alone, "deletion", "events/s", Samples.of(deletions)));
        Samples ratio = Samples.of(ratios);
        report.add(Figure.judged(alone, "deletion / drain", "", ratio, "at least " + GOAL, ratio.median() >= GOAL));
        report.add(Figure.plain(together, "drain", "events/s", Samples.of(drainsBeside)));
        report.add(Figure.plain(together, "not deleted at the end of the drain", "events", Samples.of(left)));
        report.note(String.format(
                Locale.ROOT,
                "retention on %s: %,d events, one processor with default settings; both at once, events are kept for %d ms and looked for"
                        + " every 2 s",
                database.name(),
                events,
                SHORT.toMillis()));
    }

    /** Drains a backlog; returns the rate. */
    private double drain(Outbox producer, Connection connection, Duration keep) throws SQLException {
        database.empty(SETTINGS.table());
        try (ProcessorGroup group = new ProcessorGroup(database, SETTINGS)) {
            group.join("drain", ProcessorSettings.defaults().withKeepDone(keep), event -> {});
            group.awaitShared();
            OutboxLoad.send(producer, connection, events);
            long began = System.nanoTime();
            connection.commit();
            Timing.await("the backlog is drained", TIMEOUT, () -> group.completed() >= events);
            return events / Timing.seconds(System.nanoTime() - began);
        }
    }

    /** Has another processor delete the events; returns the rate, from the first look that misses some. */
    private double delete() throws SQLException {
        try (ProcessorGroup group = new ProcessorGroup(database, SETTINGS)) {
            group.join("delete", ProcessorSettings.defaults().withKeepDone(SHORT), event -> {});
            long before = kept();
            long first = before;
            while (first == before) {
                Timing.sleepUntil(System.nanoTime() + SAMPLE_NANOS);
                first = kept();
            }
            long began = System.nanoTime();
            while (number("select count(*) from (select 1 as one from " + SETTINGS.table() + KEPT
                            + " limit 1) as any_kept")
                    > 0) {
                Timing.sleepUntil(System.nanoTime() + SAMPLE_NANOS);
            }
            return first / Timing.seconds(System.nanoTime() - began);
        }
    }

    private long kept() throws SQLException {
        return number("select count(*) from " + SETTINGS.table() + KEPT);
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
