package dev.divvy.outbox.scenario;

import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Sends the events of a scenario: two writers, each of which numbers the events of its own entities, and one whose transactions commit after
 * later ones.
 */
final class Producers implements AutoCloseable {

    private static final int WRITERS = 2;
    private static final int MAX_PER_TRANSACTION = 30;
    private static final int LATE_COMMITS = 10;
    private static final int GATES = 64;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final Outbox outbox;
    private final DataSource pool;
    private final DataSource queries;
    private final Scenario scenario;
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    private final List<Future<?>> running = new ArrayList<>();

    /** The number of events sent, of all kinds. */
    private final AtomicInteger sent = new AtomicInteger();

    /** Used by the thread of {@link Chaos} only. */
    private int gates;

    Producers(Outbox outbox, DataSource pool, DataSource queries, Scenario scenario) {
        this.outbox = outbox;
        this.pool = pool;
        this.queries = queries;
        this.scenario = scenario;
    }

    List<String> everyEntity() {
        return Stream.of(
                        IntStream.range(0, scenario.entities()).mapToObj(i -> "e" + i),
                        IntStream.range(0, LATE_COMMITS).mapToObj(i -> "late" + i),
                        IntStream.range(0, GATES).mapToObj(i -> "gate" + i))
                .flatMap(names -> names)
                .toList();
    }

    int sent() {
        return sent.get();
    }

    void start() {
        for (int writer = 0; writer < WRITERS; writer++) {
            int number = writer;
            running.add(threads.submit(() -> {
                write(number);
                return null;
            }));
        }
        running.add(threads.submit(() -> {
            for (int i = 0; i < LATE_COMMITS; i++) {
                commitLate(i);
            }
            return null;
        }));
    }

    void await(Duration atMost) throws Exception {
        for (Future<?> task : running) {
            task.get(atMost.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void write(int writer) throws Exception {
        Random random = new Random(scenario.seed() * 31 + writer);
        Map<Integer, Integer> numbers = new HashMap<>();
        long began = System.nanoTime();
        int all = scenario.events() / WRITERS;
        int done = 0;
        while (done < all) {
            int count = Math.min(all - done, 1 + random.nextInt(MAX_PER_TRANSACTION));
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int entity = random.nextInt(scenario.entities() / WRITERS) * WRITERS + writer;
                messages.add(message("e" + entity, numbers.merge(entity, 1, Integer::sum) - 1, false));
            }
            send("writer " + writer + " after " + done, messages);
            done += count;
            LockSupport.parkNanos(
                    began + (long) ((double) done / all * scenario.spread().toNanos()) - System.nanoTime());
        }
    }

    private static Message message(String entity, int number, boolean gate) {
        return Message.of("Thing", entity, new EventPayload(number, EventPayload.now(), gate).text());
    }

    /**
     * Lets a first transaction insert an event, a second one send a later event that is completed, and only then commits the first. The first
     * is at READ COMMITTED: while a SERIALIZABLE transaction is open, PostgreSQL keeps what later ones read and wrote, and after about a
     * thousand of them it only remembers summaries. From then on it cancels each transaction that reads an older version of a row, until the
     * open one ends, and this one would wait for an event that is cancelled again and again.
     */
    private void commitLate(int number) throws Exception {
        String entity = "late" + number;
        try (Connection first = pool.getConnection()) {
            first.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            first.setAutoCommit(false);
            outbox.send(first, List.of(message(entity, 0, false)));
            send("later than " + number, List.of(message(entity, 1, false)));
            Await.until("the later event of " + entity + " is completed", TIMEOUT, () -> completed(entity, 1));
            first.commit();
            sent.incrementAndGet();
        } catch (SQLException e) {
            // The database failed before or during the commit; whether it took place is unknown.
            Await.until("the database is back", TIMEOUT, () -> completed(entity, 1));
            if (eventsOf(entity) == 1) {
                send("once more " + number, List.of(message(entity, 0, false)));
            } else {
                sent.incrementAndGet();
            }
        }
    }

    private boolean completed(String entity, int number) {
        return number("SELECT COUNT(*) FROM effects e JOIN completions c ON c.event_id = e.event_id WHERE e.entity = '"
                        + entity + "' AND e.entity_seq = " + number)
                > 0;
    }

    private long eventsOf(String entity) {
        return number("SELECT COUNT(*) FROM " + scenario.settings().table() + " WHERE entity_id = '" + entity + "'");
    }

    /** Returns a negative number when the database does not answer. */
    long number(String query) {
        try (Connection connection = queries.getConnection()) {
            return Ledger.number(connection, query);
        } catch (SQLException e) {
            return -1;
        }
    }

    /** Waits until the database answers. */
    long awaitNumber(String query) throws Exception {
        AtomicLong answer = new AtomicLong(-1);
        Await.until("an answer to " + query, TIMEOUT, () -> {
            answer.set(number(query));
            return answer.get() >= 0;
        });
        return answer.get();
    }

    /** Waits until the database answers. */
    List<Ledger.Effect> effectsOf(String entity) throws Exception {
        List<Ledger.Effect> effects = new ArrayList<>();
        Await.until("the effects of " + entity, TIMEOUT, () -> {
            try (Connection connection = queries.getConnection()) {
                effects.addAll(Ledger.effects(connection).getOrDefault(entity, List.of()));
                return true;
            } catch (SQLException e) {
                return false;
            }
        });
        return effects;
    }

    /** Opens a gate: handlers are not held at it any more. */
    void open(String gate) throws Exception {
        Await.until("open " + gate, TIMEOUT, () -> {
            try (Connection connection = queries.getConnection()) {
                Ledger.execute(connection, "INSERT INTO opened VALUES ('" + gate + "')");
                return true;
            } catch (SQLException e) {
                return SqlErrorKind.of(e) == SqlErrorKind.DUPLICATE_KEY;
            }
        });
    }

    /** Sends an event whose handlers are held at a gate; returns the name of its entity. */
    String sendGate() throws Exception {
        String entity = "gate" + gates++;
        send(entity, List.of(message(entity, 0, true)));
        return entity;
    }

    /** Sends in one transaction, again until it is known to have committed: its id is written with it. */
    void send(String id, List<Message> messages) throws Exception {
        Await.until("sent " + id, TIMEOUT, () -> {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO sendings VALUES (?)")) {
                    insert.setString(1, id);
                    insert.executeUpdate();
                }
                outbox.send(connection, messages);
                connection.commit();
                return true;
            } catch (SQLException e) {
                return SqlErrorKind.of(e) == SqlErrorKind.DUPLICATE_KEY;
            }
        });
        sent.addAndGet(messages.size());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
