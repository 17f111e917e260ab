package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.testservers.sql.CountingDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The statements that an event costs which is sent and handled alone, and those that idle processors send, counted at the driver. */
final class StatementsPerEvent implements BenchmarkPart {

    private static final List<Integer> MEMBERS = List.of(1, 16, 64);
    private static final double GOAL = 10;
    private static final double IDLE_GOAL = 2;
    private static final int CONNECTIONS = 40;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** After this time without an event the polling interval has grown to its longest. */
    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final BenchDatabase database;
    private final int events;

    StatementsPerEvent(BenchDatabase database, int events) {
        this.database = database;
        this.events = events;
    }

    @Override
    public void run(Report report) throws Exception {
        for (int members : MEMBERS) {
            measure(members, report);
        }
        report.note("statements: " + events
                + " events, one at a time, each in a transaction of its own, whose begin and commit count; without what idle"
                + " processors send");
    }

    private void measure(int members, Report report) throws Exception {
        OutboxSettings settings = OutboxSettings.defaults()
                .withTable("divvy_statements_" + members)
                .neverForgets();
        Semaphore handled = new Semaphore(0);
        List<Processor> processors = new ArrayList<>();
        try (HikariDataSource pool = database.pool()) {
            pool.setMaximumPoolSize(CONNECTIONS);
            CountingDataSource counting = new CountingDataSource(pool);
            try (Outbox outbox = Outbox.on(counting.source(), settings).createIfMissing()) {
                for (int i = 0; i < members; i++) {
                    processors.add(outbox.process("member-" + i, event -> handled.release()));
                }
                ProcessorGroup.await(
                        "each holds its share",
                        () -> processors.stream()
                                .allMatch(processor ->
                                        processor.membership().portion().count() == settings.tokens() / members));
                Timing.sleepUntil(System.nanoTime() + CALM_NANOS);
                double idle = idlePerSecond(counting);
                double perEvent = perEvent(outbox, counting, handled, idle);
                addFigures(report, members, perEvent, idle / members);
            } finally {
                processors.forEach(Processor::close);
            }
        }
    }

    private static double idlePerSecond(CountingDataSource counting) {
        long before = counting.sent();
        long began = System.nanoTime();
        Timing.sleepUntil(began + IDLE_NANOS);
        return (counting.sent() - before) / Timing.seconds(System.nanoTime() - began);
    }

    private double perEvent(Outbox outbox, CountingDataSource counting, Semaphore handled, double idle)
            throws Exception {
        long before = counting.sent();
        long began = System.nanoTime();
        for (int i = 0; i < events; i++) {
            String entity = OutboxLoad.entity(i);
            outbox.inTransaction(connection -> outbox.send(connection, "Bench", entity, ""));
            handled.acquire();
        }
        return (counting.sent() - before - idle * Timing.seconds(System.nanoTime() - began)) / events;
    }

    private static void addFigures(Report report, int members, double perEvent, double idle) {
        String part = "statements, " + members + (members == 1 ? " member" : " members");
        report.progress(String.format(
                Locale.ROOT, "%s: %.2f per event, %.2f per second and idle member", part, perEvent, idle));
        report.add(Figure.judged(
                part,
                "per event",
                "",
                new Samples(new double[] {perEvent}),
                "at most " + Math.round(GOAL),
                perEvent <= GOAL));
        report.add(Figure.judged(
                part,
                "per second and idle member",
                "",
                new Samples(new double[] {idle}),
                "at most " + Math.round(IDLE_GOAL),
                idle <= IDLE_GOAL));
    }
}
