package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The time from the commit of an event to its handler, at a low rate. The producer has no reference to the processor, as in another
 * process.
 */
final class HandlingLatency implements BenchmarkPart {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final double NOTIFIED_GOAL_MS = 20;

    private final List<Target> targets;
    private final int events;

    /**
     * A database to measure on.
     *
     * @param notifies whether it notifies processors of a commit, which decides the goal
     */
    record Target(BenchDatabase database, boolean notifies) {}

    HandlingLatency(List<Target> targets, int events) {
        this.targets = List.copyOf(targets);
        this.events = events;
    }

    @Override
    public void run(Report report) throws Exception {
        for (Target target : targets) {
            Samples samples = measure(target.database());
            double goal = target.notifies()
                    ? NOTIFIED_GOAL_MS
                    : ProcessorSettings.defaults().pollingInterval().toMillis();
            String name = target.database().name() + (target.notifies() ? ", notified" : ", polling");
            report.progress("latency, " + name + ": " + Math.round(samples.median()) + " ms");
            report.add(Figure.judged(
                    "commit to handler, 50 events/s",
                    name + ", p50",
                    "ms",
                    samples,
                    "below " + Math.round(goal) + " ms",
                    samples.median() < goal));
            report.add(Figure.plain("commit to handler, 50 events/s", name + ", p99", "ms", new Samples(new double[] {
                samples.percentile(99)
            })));
        }
        report.note("latency: from the call of commit, its wait for the disk included, to the call of the handler; "
                + events + " events");
    }

    private Samples measure(BenchDatabase database) throws Exception {
        OutboxSettings settings = OutboxSettings.defaults()
                .withTable("divvy_latency")
                .withGroup("latency")
                .neverForgets();
        AtomicLongArray sent = new AtomicLongArray(events);
        AtomicLongArray handled = new AtomicLongArray(events);
        try (HikariDataSource pool = database.pool();
                Outbox producer = Outbox.on(pool, settings).createIfMissing();
                ProcessorGroup group = new ProcessorGroup(database, settings);
                Connection connection = pool.getConnection()) {
            group.join("reader", event -> {
                int number = Integer.parseInt(event.payload().text());
                handled.set(number, System.nanoTime());
            });
            group.awaitShared();
            connection.setAutoCommit(false);
            long next = System.nanoTime();
            for (int i = 0; i < events; i++) {
                Timing.sleepUntil(next);
                next += PAUSE_NANOS;
                producer.send(connection, "Bench", OutboxLoad.entity(i), Integer.toString(i));
                sent.set(i, System.nanoTime());
                connection.commit();
            }
            ProcessorGroup.await("all events are handled", () -> group.completed() >= events);
        }
        double[] millis = new double[events];
        for (int i = 0; i < events; i++) {
            millis[i] = Timing.millis(handled.get(i) - sent.get(i));
        }
        return new Samples(millis);
    }
}
