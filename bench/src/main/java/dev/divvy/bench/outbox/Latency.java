package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long after its commit an event is handled, at a trickle. The producer knows nothing of the processor, as if it were elsewhere. */
final class Latency implements Part {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final double TOLD_GOAL_MS = 20;

    private final List<Place> places;
    private final int events;

    /**
     * A database to measure on.
     *
     * @param tells whether it can notify, and so how soon is asked for
     */
    record Place(Database database, boolean tells) {}

    Latency(List<Place> places, int events) {
        this.places = List.copyOf(places);
        this.events = events;
    }

    @Override
    public void run(Report report) throws Exception {
        for (Place place : places) {
            Spread spread = measure(place.database());
            double goal = place.tells()
                    ? TOLD_GOAL_MS
                    : ProcessorSettings.defaults().pollingInterval().toMillis();
            String name = place.database().name() + (place.tells() ? ", told" : ", polling");
            report.progress("latency, " + name + ": " + Math.round(spread.median()) + " ms");
            report.add(Figure.judged(
                    "commit to handler, 50 events/s",
                    name + ", p50",
                    "ms",
                    spread,
                    "below " + Math.round(goal) + " ms",
                    spread.median() < goal));
            report.add(Figure.plain("commit to handler, 50 events/s", name + ", p99", "ms", new Spread(new double[] {
                spread.percentile(99)
            })));
        }
        report.note("latency: from the call of commit, its wait for the disk included, to the call of the handler; "
                + events + " events");
    }

    private Spread measure(Database database) throws Exception {
        OutboxSettings settings = OutboxSettings.defaults()
                .withTable("divvy_latency")
                .withGroup("latency")
                .neverForgets();
        AtomicLongArray sent = new AtomicLongArray(events);
        AtomicLongArray handled = new AtomicLongArray(events);
        try (HikariDataSource pool = database.pool();
                Outbox producer = Outbox.on(pool, settings).createIfMissing();
                Crew crew = new Crew(database, settings);
                Connection connection = pool.getConnection()) {
            crew.join("reader", event -> {
                int number = Integer.parseInt(event.payload().text());
                handled.set(number, System.nanoTime());
            });
            crew.awaitShared();
            connection.setAutoCommit(false);
            long next = System.nanoTime();
            for (int i = 0; i < events; i++) {
                Moments.until(next);
                next += PAUSE_NANOS;
                producer.send(connection, "Bench", Load.entity(i), Integer.toString(i));
                sent.set(i, System.nanoTime());
                connection.commit();
            }
            Crew.await("the trickle is handled", () -> crew.completed() >= events);
        }
        double[] millis = new double[events];
        for (int i = 0; i < events; i++) {
            millis[i] = Moments.millis(handled.get(i) - sent.get(i));
        }
        return new Spread(millis);
    }
}
