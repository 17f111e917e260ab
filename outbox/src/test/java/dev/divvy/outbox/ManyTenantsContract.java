package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many outboxes of one process in one database, with a table each. */
@Timeout(300)
abstract class ManyTenantsContract {

    private static final int TENANTS = 50;

    /** Fewer than two per tenant, and many fewer than the threads that share them. */
    private static final int CONNECTIONS = 20;

    /** A pulse, a listener, a poller and a worker; and a reserve for threads that come and go, such as the pool's. */
    private static final int MOST_THREADS = TENANTS * 4 + 40;

    /** Returns the database through a pool of its own. */
    abstract Database database(int connections);

    @Test
    void fiftyOfThemShareConnectionsAndThreads() throws Exception {
        Queue<Event> handled = new ConcurrentLinkedQueue<>();
        HandlingMode adding = HandlingMode.each(handled::add);
        Database database = database(CONNECTIONS);
        int before = Thread.getAllStackTraces().size();
        List<AutoCloseable> closed = new ArrayList<>();
        try {
            OutboxSettings settings = OutboxFixture.SETTINGS.withTable(Database.newTable());
            Outbox first = new Outbox(database.source(), database.kind(), settings).createIfMissing();
            List<Outbox> outboxes = new ArrayList<>(List.of(first));
            for (int i = 1; i < TENANTS; i++) {
                outboxes.add(first.forTable(Database.newTable()).createIfMissing());
            }
            List<Processor> processors = new ArrayList<>();
            for (Outbox outbox : outboxes) {
                processors.add(outbox.process("p", OutboxFixture.QUICK.withWorkers(1), adding));
            }
            closed.addAll(processors);
            closed.addAll(outboxes);
            for (Outbox outbox : outboxes) {
                outbox.inTransaction(connection ->
                        outbox.send(connection, "Order", "1", outbox.settings().table()));
            }
            OutboxFixture.until("each is handled", () -> handled.size() == TENANTS);
            assertThat(handled.stream().map(event -> event.payload().text()))
                    .as("tables whose event was handled, each by its own processor")
                    .doesNotHaveDuplicates();
            assertThat(Thread.getAllStackTraces().size() - before).isLessThan(MOST_THREADS);
            first.close();
            Outbox last = outboxes.get(TENANTS - 1);
            last.inTransaction(connection -> last.send(connection, "Order", "2", "after the first was closed"));
            OutboxFixture.until("it is handled", () -> handled.size() == TENANTS + 1);
        } finally {
            for (AutoCloseable closeable : closed) {
                closeable.close();
            }
        }
        OutboxFixture.until(
                "the connections are given back",
                () -> database.pool().getHikariPoolMXBean().getActiveConnections() == 0);
        database.pool().close();
    }
}
