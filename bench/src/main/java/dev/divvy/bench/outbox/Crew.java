package dev.divvy.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.bench.live.Moments;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Handling;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Processors of one group in this JVM, each with an outbox and a pool of its own, as if in processes of their own. */
final class Crew implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Database database;
    private final OutboxSettings settings;
    private final List<Mate> mates = new ArrayList<>();

    private record Mate(HikariDataSource pool, Outbox outbox, Processor processor) implements AutoCloseable {

        @Override
        public void close() {
            processor.close();
            outbox.close();
            pool.close();
        }
    }

    Crew(Database database, OutboxSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /** One more joins and begins to process. */
    Processor join(String id, Handling.EventHandler handler) throws SQLException {
        HikariDataSource pool = database.pool();
        Outbox outbox = Outbox.on(pool, settings);
        Processor processor = outbox.process(id, handler);
        mates.add(new Mate(pool, outbox, processor));
        return processor;
    }

    /** The last one that joined leaves in order. */
    void leave() {
        mates.remove(mates.size() - 1).close();
    }

    /** Waits until all tokens are held, and everybody holds some. */
    void awaitShared() {
        await(
                "the tokens are shared",
                () -> held().stream().mapToInt(Integer::intValue).sum() == settings.tokens()
                        && held().stream().allMatch(count -> count > 0));
    }

    private List<Integer> held() {
        return mates.stream()
                .map(mate -> mate.processor().membership().portion().count())
                .toList();
    }

    long completed() {
        return mates.stream()
                .mapToLong(mate -> mate.processor().stats().completed())
                .sum();
    }

    static void await(String what, BooleanSupplier condition) {
        Moments.await(what, PATIENCE, condition);
    }

    @Override
    public void close() {
        while (!mates.isEmpty()) {
            leave();
        }
    }
}
