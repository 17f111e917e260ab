package dev.divvy.bench.outbox.drain;

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
import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.bench.outbox.OutboxLoad;
import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** An agent of gruelbox transaction-outbox: flushes batches of fifty, and runs the scheduled calls on as many threads as the others. */
final class GruelboxAgent implements DrainAgent {

    /** The delay of the scheduled calls; scheduling without a delay is refused. */
    private static final Duration SHORT_DELAY = Duration.ofSeconds(1);

    private final HikariDataSource pool;
    private final ExecutorService calls = Executors.newFixedThreadPool(AgentSettings.THREADS);
    private final AtomicLong completed = new AtomicLong();
    private final TransactionOutbox outbox;

    /** The scheduled call. */
    interface Call {
        void call(String entity, String payload);
    }

    GruelboxAgent(BenchDatabase database, AgentSettings settings) {
        this.pool = database.pool();
        Call handler = (entity, payload) -> settings.handle();
        this.outbox = outbox(
                TransactionManager.fromDataSource(pool),
                Submitter.withExecutor(calls),
                Duration.ofMinutes(2),
                handler,
                completed);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void begin() {
        DaemonThreads.start("divvy-bench-flush", () -> {
            while (outbox.flush()) {}
        });
    }

    @Override
    public long completed() {
        return completed.get();
    }

    @Override
    public void close() {
        calls.shutdownNow();
        pool.close();
    }

    /** Schedules this many calls, and returns when they are due. */
    static void schedule(BenchDatabase database, int events) throws Exception {
        try (HikariDataSource pool = database.pool()) {
            TransactionManager transactions = TransactionManager.fromDataSource(pool);
            TransactionOutbox outbox =
                    outbox(transactions, (entry, work) -> {}, SHORT_DELAY, (entity, payload) -> {}, new AtomicLong());
            database.execute("truncate txno_outbox");
            transactions.inTransaction(() -> {
                Call call = outbox.schedule(Call.class);
                for (int i = 0; i < events; i++) {
                    call.call(OutboxLoad.entity(i % OutboxLoad.ENTITIES), "");
                }
            });
        }
        Timing.sleepUntil(System.nanoTime() + SHORT_DELAY.toNanos());
    }

    private static TransactionOutbox outbox(
            TransactionManager transactions,
            Submitter submitter,
            Duration retryInterval,
            Call handler,
            AtomicLong completed) {
        return TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> handler))
                .submitter(submitter)
                .attemptFrequency(retryInterval)
                .flushBatchSize(50)
                .listener(new TransactionOutboxListener() {
                    @Override
                    public void success(TransactionOutboxEntry entry) {
                        completed.incrementAndGet();
                    }
                })
                .build();
    }
}
