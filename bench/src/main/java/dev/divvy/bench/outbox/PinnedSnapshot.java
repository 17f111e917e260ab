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
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A transaction that is left open keeps PostgreSQL from removing the rows of completed events: the latency and the drain rate before it, at
 * its end, and after it, under a steady load.
 */
final class PinnedSnapshot implements BenchmarkPart {

    private static final int PROCESSORS = 2;
    private static final int PER_TRANSACTION = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int WINDOW_SECONDS = 20;
    private static final int BACKLOG = 50_000;
    private static final int WARM_UPS = 3;

    private static final OutboxSettings SETTINGS = OutboxSettings.defaults()
            .withTable("divvy_pinned")
            .withGroup("pinned")
            .neverForgets();

    private final BenchDatabase database;
    private final int pinnedSeconds;
    private final Map<String, Long> sent = new ConcurrentHashMap<>();
    private final Queue<Double> latencies = new ConcurrentLinkedQueue<>();

    PinnedSnapshot(BenchDatabase database, int pinnedSeconds) {
        this.database = database;
        this.pinnedSeconds = pinnedSeconds;
    }

    @Override
    public void run(Report report) throws Exception {
        try (Outbox producer = Outbox.on(database.bulk(), SETTINGS).createIfMissing();
                Connection connection = database.bulk().getConnection();
                ProcessorGroup group = new ProcessorGroup(database, SETTINGS)) {
            connection.setAutoCommit(false);
            for (int i = 0; i < PROCESSORS; i++) {
                group.join("agent-" + i, event -> handled(event.payload().text()));
            }
            group.awaitShared();
            for (int i = 0; i < WARM_UPS; i++) {
                drain(producer, connection, group);
            }
            measure("before", producer, connection, group, report);
            try (Connection pinning = database.connect();
                    Statement statement = pinning.createStatement()) {
                pinning.setAutoCommit(false);
                pinning.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                statement.execute("select count(*) from " + SETTINGS.table());
                report.progress("snapshot: held for " + pinnedSeconds + " s");
                trickle(producer, connection, pinnedSeconds);
                measure("after " + pinnedSeconds + " s of it", producer, connection, group, report);
                pinning.rollback();
            }
            database.execute("vacuum " + SETTINGS.table());
            measure("after its end and a vacuum", producer, connection, group, report);
        }
        report.note(
                "snapshot: " + PROCESSORS + " processors, " + PER_TRANSACTION * TimeUnit.SECONDS.toNanos(1) / TICK_NANOS
                        + " events/s all the time; latency from the commit to the handler, over " + WINDOW_SECONDS
                        + " s; the drain is of " + BACKLOG + " events");
    }

    private void handled(String event) {
        Long at = sent.remove(event);
        if (at != null) {
            latencies.add(Timing.millis(System.nanoTime() - at));
        }
    }

    private void measure(String when, Outbox producer, Connection connection, ProcessorGroup group, Report report)
            throws SQLException {
        latencies.clear();
        trickle(producer, connection, WINDOW_SECONDS);
        ProcessorGroup.await("all events are handled", sent::isEmpty);
        Samples samples = Samples.of(new ArrayList<>(latencies));
        double rate = drain(producer, connection, group);
        String part = "a snapshot is held, " + when;
        report.progress(
                "snapshot, " + when + ": " + Math.round(samples.median()) + " ms, " + Math.round(rate) + " events/s");
        report.add(Figure.plain(part, "commit to handler, p50", "ms", samples));
        report.add(
                Figure.plain(part, "commit to handler, p99", "ms", new Samples(new double[] {samples.percentile(99)})));
        report.add(Figure.plain(part, "drain", "events/s", new Samples(new double[] {rate})));
    }

    /** Sends events at a steady rate, in short transactions. */
    private void trickle(Outbox producer, Connection connection, int seconds) throws SQLException {
        long next = System.nanoTime();
        long end = next + TimeUnit.SECONDS.toNanos(seconds);
        int number = 0;
        while (next < end) {
            Timing.sleepUntil(next);
            next += TICK_NANOS;
            String name = next + "-";
            int first = number;
            number += PER_TRANSACTION;
            List<String> payloads =
                    IntStream.range(0, PER_TRANSACTION).mapToObj(i -> name + i).toList();
            producer.send(
                    connection,
                    IntStream.range(0, PER_TRANSACTION)
                            .mapToObj(i -> Message.of(
                                    "Bench", OutboxLoad.entity((first + i) % OutboxLoad.ENTITIES), payloads.get(i)))
                            .toList());
            long now = System.nanoTime();
            payloads.forEach(payload -> sent.put(payload, now));
            connection.commit();
        }
    }

    private static double drain(Outbox producer, Connection connection, ProcessorGroup group) throws SQLException {
        long before = group.completed();
        OutboxLoad.send(producer, connection, BACKLOG);
        long began = System.nanoTime();
        connection.commit();
        ProcessorGroup.await("the backlog is drained", () -> group.completed() >= before + BACKLOG);
        return BACKLOG / Timing.seconds(System.nanoTime() - began);
    }
}
