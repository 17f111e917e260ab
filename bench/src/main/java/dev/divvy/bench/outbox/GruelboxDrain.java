package dev.divvy.bench.outbox;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.gruelbox.transactionoutbox.TransactionOutboxEntry;
import com.gruelbox.transactionoutbox.TransactionOutboxListener;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.live.Moments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** gruelbox transaction-outbox: agents with a pool each flush batches of fifty, and two threads an agent do what was scheduled. */
final class GruelboxDrain implements Contestant {

    private static final int THREADS = 2;

    /** It refuses to schedule for now. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Database database;
    private final int events;

    GruelboxDrain(Database database, int events) {
        this.database = database;
        this.events = events;
    }

    /** What is scheduled. */
    interface Nothing {
        void happens(String entity, String payload);
    }

    @Override
    public String name() {
        return "gruelbox transaction-outbox";
    }

    @Override
    public double drain(int agents) throws Exception {
        fill();
        Progress done = new Progress();
        List<HikariDataSource> pools = new ArrayList<>();
        List<ExecutorService> workers = new ArrayList<>();
        try (Gang gang = new Gang()) {
            for (int i = 0; i < agents; i++) {
                HikariDataSource pool = database.pool();
                pools.add(pool);
                ExecutorService two = Executors.newFixedThreadPool(THREADS);
                workers.add(two);
                TransactionOutbox agent = outbox(
                        TransactionManager.fromDataSource(pool),
                        Submitter.withExecutor(two),
                        Duration.ofMinutes(2),
                        done);
                gang.add(() -> {
                    while (agent.flush()) {}
                    Crew.await("gruelbox has drained", () -> done.count() >= events || done.isOver());
                });
            }
            long began = System.nanoTime();
            gang.run();
            return done.count() / Moments.seconds(done.last() - began);
        } finally {
            workers.forEach(ExecutorService::shutdownNow);
            pools.forEach(HikariDataSource::close);
        }
    }

    /**
     * How many succeeded, and when the last one did. With several agents some lose a race and are tried again only after minutes: the rate is
     * that of those which succeeded before.
     */
    private static final class Progress {

        private static final Duration QUIET = Duration.ofSeconds(3);

        private final AtomicInteger count = new AtomicInteger();
        private volatile long last = System.nanoTime();

        void one() {
            last = System.nanoTime();
            count.incrementAndGet();
        }

        int count() {
            return count.get();
        }

        long last() {
            return last;
        }

        boolean isOver() {
            return System.nanoTime() - last > QUIET.toNanos();
        }
    }

    /** Scheduled, and due for whoever flushes when this returns. */
    private void fill() throws Exception {
        try (HikariDataSource pool = database.pool()) {
            TransactionManager transactions = TransactionManager.fromDataSource(pool);
            TransactionOutbox outbox = outbox(transactions, (entry, work) -> {}, SOON, new Progress());
            database.execute("truncate txno_outbox");
            transactions.inTransaction(() -> {
                Nothing nothing = outbox.schedule(Nothing.class);
                for (int i = 0; i < events; i++) {
                    nothing.happens(Load.entity(i % Load.ENTITIES), "");
                }
            });
        }
        Moments.until(System.nanoTime() + SOON.toNanos());
    }

    private static TransactionOutbox outbox(
            TransactionManager transactions, Submitter submitter, Duration again, Progress done) {
        return TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> (Nothing) (entity, payload) -> {}))
                .submitter(submitter)
                .attemptFrequency(again)
                .flushBatchSize(50)
                .listener(new TransactionOutboxListener() {
                    @Override
                    public void success(TransactionOutboxEntry entry) {
                        done.one();
                    }
                })
                .build();
    }
}
