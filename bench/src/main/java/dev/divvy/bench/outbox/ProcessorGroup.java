package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.live.Timing;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Processors of one group in this JVM, each with its own outbox and connection pool, as in separate processes. */
final class ProcessorGroup implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final BenchDatabase database;
    private final OutboxSettings settings;
    private final List<Instance> instances = new ArrayList<>();

    private record Instance(HikariDataSource pool, Outbox outbox, Processor processor) implements AutoCloseable {

        @Override
        public void close() {
            processor.close();
            outbox.close();
            pool.close();
        }
    }

    ProcessorGroup(BenchDatabase database, OutboxSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /** Starts another processor. */
    Processor join(String id, HandlingMode.EventHandler handler) throws SQLException {
        return join(id, ProcessorSettings.defaults(), handler);
    }

    /** Starts another processor. */
    Processor join(String id, ProcessorSettings how, HandlingMode.EventHandler handler) throws SQLException {
        HikariDataSource pool = database.pool();
        Outbox outbox = Outbox.on(pool, settings);
        Processor processor = outbox.process(id, how, HandlingMode.each(handler));
        instances.add(new Instance(pool, outbox, processor));
        return processor;
    }

    /** Closes the processor that joined last. */
    void leave() {
        instances.remove(instances.size() - 1).close();
    }

    /** Waits until all tokens are held, and every processor holds some. */
    void awaitShared() {
        await(
                "the tokens are shared",
                () -> heldTokens().stream().mapToInt(Integer::intValue).sum() == settings.tokens()
                        && heldTokens().stream().allMatch(count -> count > 0));
    }

    private List<Integer> heldTokens() {
        return instances.stream()
                .map(instance -> instance.processor().membership().portion().count())
                .toList();
    }

    long completed() {
        return instances.stream()
                .mapToLong(instance -> instance.processor().stats().completed())
                .sum();
    }

    static void await(String condition, BooleanSupplier isMet) {
        Timing.await(condition, TIMEOUT, isMet);
    }

    @Override
    public void close() {
        while (!instances.isEmpty()) {
            leave();
        }
    }
}
