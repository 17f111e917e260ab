package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many outboxes of one process in one database, with a table each. */
@Timeout(300)
abstract class ManyTenantsContract {

    private static final Timing CALM =
            Timing.of(Duration.ofSeconds(1), Duration.ofMinutes(1)).withSettle(Duration.ofMillis(20));

    /** Many fewer than one per tenant. */
    private static final int CONNECTIONS = 20;

    /** A pulse and a listener. */
    private static final int THREADS_PER_TENANT = 2;

    /** For threads that come and go, such as those that poll at this moment. */
    private static final int RESERVE = 60;

    private static int threads() {
        return Thread.getAllStackTraces().size();
    }

    /** Returns the database through a pool of its own. */
    abstract Database database(int connections);

    abstract int tenants();

    @Test
    void theyShareConnectionsAndThreads() throws Exception {
        Queue<Event> handled = new ConcurrentLinkedQueue<>();
        HandlingMode adding = HandlingMode.each(handled::add);
        Database database = database(CONNECTIONS);
        int tenants = tenants();
        int before = threads();
        List<Processor> closed = new ArrayList<>();
        List<Outbox> outboxes = new ArrayList<>();
        try {
            OutboxSettings settings = OutboxFixture.SETTINGS.withTiming(CALM).withTable(Database.newTable());
            Outbox first = new Outbox(database.source(), database.kind(), settings).createIfMissing();
            outboxes.add(first);
            for (int i = 1; i < tenants; i++) {
                outboxes.add(first.forTable(Database.newTable()).createIfMissing());
            }
            List<Processor> processors = new ArrayList<>();
            for (Outbox outbox : outboxes) {
                processors.add(outbox.process("p", OutboxFixture.QUICK.withWorkers(1), adding));
            }
            closed.addAll(processors);
            for (Outbox outbox : outboxes) {
                outbox.inTransaction(connection ->
                        outbox.send(connection, "Order", "1", outbox.settings().table()));
            }
            OutboxFixture.until("each is handled", () -> handled.size() == tenants);
            assertThat(handled.stream().map(event -> event.payload().text()))
                    .as("tables whose event was handled, each by its own processor")
                    .doesNotHaveDuplicates();
            OutboxFixture.until("they are idle", () -> threads() - before < THREADS_PER_TENANT * tenants + RESERVE);
            System.out.println(
                    tenants + " idle tenants on " + database.kind() + ": " + (threads() - before) + " threads");
            first.close();
            Outbox last = outboxes.get(tenants - 1);
            last.inTransaction(connection -> last.send(connection, "Order", "2", "after the first was closed"));
            OutboxFixture.until("it is handled", () -> handled.size() == tenants + 1);
        } finally {
            CompletableFuture.allOf(closed.stream()
                            .map(processor ->
                                    CompletableFuture.runAsync(processor::close, task -> new Thread(task).start()))
                            .toArray(CompletableFuture[]::new))
                    .join();
            outboxes.forEach(Outbox::close);
        }
        OutboxFixture.until(
                "the connections are given back",
                () -> database.pool().getHikariPoolMXBean().getActiveConnections() == 0);
        database.pool().close();
    }
}
