package dev.divvy.outbox.handling;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.reading.HeldTokens;
import dev.divvy.outbox.reading.Ownership;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.table.EventTable;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class ProcessorEngineTest {

    private static final Fence FENCE = new Fence("a", 1);

    /** A hold whose release fails once, as any call may when the memory is used up. */
    private record FailingHold(AtomicBoolean failed) implements Hold {

        @Override
        public String piece() {
            return "0";
        }

        @Override
        public Incarnation incarnation() {
            return new Incarnation("a", 1);
        }

        @Override
        public Fence fence() {
            return FENCE;
        }

        @Override
        public boolean stopping() {
            return false;
        }

        @Override
        public boolean released() {
            return false;
        }

        @Override
        public boolean valid() {
            return true;
        }

        @Override
        public void check() {}

        @Override
        public void close() {
            if (failed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("a test");
            }
        }
    }

    @Test
    void anErrorOutsideTheHandlerEndsNoWorker() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:engine;DB_CLOSE_DELAY=-1");
        AtomicBoolean failed = new AtomicBoolean();
        Ownership ownership = new Ownership() {
            @Override
            public HeldTokens held() {
                return new HeldTokens(Tokens.sql(1), Map.of(0, FENCE));
            }

            @Override
            public Optional<Hold> hold(int hash) {
                return Optional.of(new FailingHold(failed));
            }
        };
        AtomicInteger calls = new AtomicInteger();
        try (Outbox outbox = new Outbox(database, DatabaseKind.H2, OutboxSettings.defaults())) {
            outbox.createIfMissing();
            outbox.inTransaction(connection -> outbox.send(connection, "Order", "1", ""));
            ProcessorContext context = new ProcessorContext(
                    database,
                    new EventTable("divvy_outbox", DatabaseKind.H2),
                    ownership,
                    ProcessorSettings.defaults().withWorkers(1));
            // Its completions are refused, because it is no member: the event is handled again and again.
            ProcessorEngine engine = new ProcessorEngine(
                    context,
                    outbox.boards().of("outbox"),
                    HandlingMode.each(event -> calls.incrementAndGet()),
                    Duration.ofSeconds(10),
                    () -> false,
                    () -> {});
            engine.start();
            try {
                Await.until(
                        "the event is handled after the error",
                        Duration.ofMinutes(1),
                        () -> failed.get() && calls.get() > 2);
            } finally {
                engine.stop();
                engine.await(Duration.ofSeconds(10));
            }
        }
    }
}
