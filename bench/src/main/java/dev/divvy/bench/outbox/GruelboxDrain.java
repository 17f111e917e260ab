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
import dev.divvy.bench.live.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * gruelbox transaction-outbox: agents with a connection pool each flush batches of fifty, and two threads per agent run the scheduled
 * calls.
 */
final class GruelboxDrain implements DrainContestant {

    private static final int THREADS = 2;

    /** The delay of the scheduled calls; scheduling without a delay is refused. */
    private static final Duration SHORT_DELAY = Duration.ofSeconds(1);

    private final BenchDatabase database;
    private final int events;

    GruelboxDrain(BenchDatabase database, int events) {
        this.database = database;
        this.events = events;
    }

    /** The scheduled call, which does nothing. */
    interface NoOp {
        void call(String entity, String payload);
    }

    @Override
    public String name() {
        return "gruelbox transaction-outbox";
    }

    @Override
    public double drain(int agents) throws Exception {
        fill();
        Progress progress = new Progress();
        List<HikariDataSource> pools = new ArrayList<>();
        List<ExecutorService> executors = new ArrayList<>();
        try (ConcurrentTasks tasks = new ConcurrentTasks()) {
            for (int i = 0; i < agents; i++) {
                HikariDataSource pool = database.pool();
                pools.add(pool);
                ExecutorService executor = Executors.newFixedThreadPool(THREADS);
                executors.add(executor);
                TransactionOutbox agent = outbox(
                        TransactionManager.fromDataSource(pool),
                        Submitter.withExecutor(executor),
                        Duration.ofMinutes(2),
                        progress);
                tasks.add(() -> {
                    while (agent.flush()) {}
                    ProcessorGroup.await("gruelbox has drained", () -> progress.count() >= events || progress.isOver());
                });
            }
            long began = System.nanoTime();
            tasks.run();
            return progress.count() / Timing.seconds(progress.last() - began);
        } finally {
            executors.forEach(ExecutorService::shutdownNow);
            pools.forEach(HikariDataSource::close);
        }
    }

    /**
     * Counts the calls that succeeded, and keeps the time of the last. With several agents some calls lose a race and are retried only
     * after minutes: the rate covers the calls that succeeded before.
     */
    private static final class Progress {

        private static final Duration QUIET = Duration.ofSeconds(3);

        private final AtomicInteger count = new AtomicInteger();
        private volatile long last = System.nanoTime();

        void increment() {
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

    /** Schedules the calls, and returns when they are due. */
    private void fill() throws Exception {
        try (HikariDataSource pool = database.pool()) {
            TransactionManager transactions = TransactionManager.fromDataSource(pool);
            TransactionOutbox outbox = outbox(transactions, (entry, work) -> {}, SHORT_DELAY, new Progress());
            database.execute("truncate txno_outbox");
            transactions.inTransaction(() -> {
                NoOp call = outbox.schedule(NoOp.class);
                for (int i = 0; i < events; i++) {
                    call.call(OutboxLoad.entity(i % OutboxLoad.ENTITIES), "");
                }
            });
        }
        Timing.sleepUntil(System.nanoTime() + SHORT_DELAY.toNanos());
    }

    private static TransactionOutbox outbox(
            TransactionManager transactions, Submitter submitter, Duration retryInterval, Progress progress) {
        return TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> (NoOp) (entity, payload) -> {}))
                .submitter(submitter)
                .attemptFrequency(retryInterval)
                .flushBatchSize(50)
                .listener(new TransactionOutboxListener() {
                    @Override
                    public void success(TransactionOutboxEntry entry) {
                        progress.increment();
                    }
                })
                .build();
    }
}
