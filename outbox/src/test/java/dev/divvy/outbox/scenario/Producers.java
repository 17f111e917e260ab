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
 * Sends the events, while everything else happens: two writers, each of which numbers the events of its own entities, and one whose
 * transactions commit after later ones.
 */
final class Producers implements AutoCloseable {

    private static final int WRITERS = 2;
    private static final int MOST_AT_ONCE = 30;
    private static final int LATE = 10;
    private static final int GATES = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Outbox outbox;
    private final DataSource pool;
    private final DataSource looking;
    private final Scenario scenario;
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    private final List<Future<?>> running = new ArrayList<>();

    /** How many were sent, all kinds together. */
    private final AtomicInteger sent = new AtomicInteger();

    /** Used by the thread of the chaos only. */
    private int gates;

    Producers(Outbox outbox, DataSource pool, DataSource looking, Scenario scenario) {
        this.outbox = outbox;
        this.pool = pool;
        this.looking = looking;
        this.scenario = scenario;
    }

    List<String> everyEntity() {
        return Stream.of(
                        IntStream.range(0, scenario.entities()).mapToObj(i -> "e" + i),
                        IntStream.range(0, LATE).mapToObj(i -> "late" + i),
                        IntStream.range(0, GATES).mapToObj(i -> "gate" + i))
                .flatMap(names -> names)
                .toList();
    }

    int sent() {
        return sent.get();
    }

    void start() {
        for (int writer = 0; writer < WRITERS; writer++) {
            int mine = writer;
            running.add(threads.submit(() -> {
                write(mine);
                return null;
            }));
        }
        running.add(threads.submit(() -> {
            for (int i = 0; i < LATE; i++) {
                commitLate(i);
            }
            return null;
        }));
    }

    void await(Duration atMost) throws Exception {
        for (Future<?> one : running) {
            one.get(atMost.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void write(int writer) throws Exception {
        Random random = new Random(scenario.seed() * 31 + writer);
        Map<Integer, Integer> numbers = new HashMap<>();
        long began = System.nanoTime();
        int all = scenario.events() / WRITERS;
        int done = 0;
        while (done < all) {
            int many = Math.min(all - done, 1 + random.nextInt(MOST_AT_ONCE));
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                int entity = random.nextInt(scenario.entities() / WRITERS) * WRITERS + writer;
                messages.add(message("e" + entity, numbers.merge(entity, 1, Integer::sum) - 1, false));
            }
            send("writer " + writer + " after " + done, messages);
            done += many;
            LockSupport.parkNanos(
                    began + (long) ((double) done / all * scenario.spread().toNanos()) - System.nanoTime());
        }
    }

    private static Message message(String entity, int number, boolean gate) {
        return Message.of("Thing", entity, new Parcel(number, Parcel.now(), gate).text());
    }

    /** A first transaction gets its id, a second one sends a later event that is completed, and only then the first one commits. */
    private void commitLate(int number) throws Exception {
        String entity = "late" + number;
        try (Connection first = pool.getConnection()) {
            first.setAutoCommit(false);
            outbox.send(first, List.of(message(entity, 0, false)));
            send("later than " + number, List.of(message(entity, 1, false)));
            Await.until("the later event of " + entity + " is completed", PATIENCE, () -> completed(entity, 1));
            first.commit();
            sent.incrementAndGet();
        } catch (SQLException e) {
            // The database went away before the commit; whether it was one is unknown.
            Await.until("the database is back", PATIENCE, () -> completed(entity, 1));
            if (eventsOf(entity) == 1) {
                send("once more " + number, List.of(message(entity, 0, false)));
            } else {
                sent.incrementAndGet();
            }
        }
    }

    private boolean completed(String entity, int number) {
        return ask("SELECT COUNT(*) FROM effects e JOIN completions c ON c.event_id = e.event_id WHERE e.entity = '"
                        + entity + "' AND e.entity_seq = " + number)
                > 0;
    }

    private long eventsOf(String entity) {
        return ask("SELECT COUNT(*) FROM " + scenario.settings().table() + " WHERE entity_id = '" + entity + "'");
    }

    /** Negative when the database does not answer. */
    long ask(String query) {
        try (Connection connection = looking.getConnection()) {
            return Ledger.number(connection, query);
        } catch (SQLException e) {
            return -1;
        }
    }

    /** Waits for the database to answer. */
    long answer(String query) throws Exception {
        AtomicLong answer = new AtomicLong(-1);
        Await.until("an answer to " + query, PATIENCE, () -> {
            answer.set(ask(query));
            return answer.get() >= 0;
        });
        return answer.get();
    }

    /** Waits for the database to answer. */
    List<Ledger.Effect> effectsOf(String entity) throws Exception {
        List<Ledger.Effect> effects = new ArrayList<>();
        Await.until("the effects of " + entity, PATIENCE, () -> {
            try (Connection connection = looking.getConnection()) {
                effects.addAll(Ledger.effects(connection).getOrDefault(entity, List.of()));
                return true;
            } catch (SQLException e) {
                return false;
            }
        });
        return effects;
    }

    /** Nobody is held at this gate any more. */
    void open(String gate) throws Exception {
        Await.until("open " + gate, PATIENCE, () -> {
            try (Connection connection = looking.getConnection()) {
                Ledger.execute(connection, "INSERT INTO opened VALUES ('" + gate + "')");
                return true;
            } catch (SQLException e) {
                return SqlErrorKind.of(e) == SqlErrorKind.DUPLICATE_KEY;
            }
        });
    }

    /** Sends an event at which its handlers are held; answers the name of its entity. */
    String sendGate() throws Exception {
        String entity = "gate" + gates++;
        send(entity, List.of(message(entity, 0, true)));
        return entity;
    }

    /** Sends in one transaction, until it is known to have happened: its id is written with it. */
    void send(String id, List<Message> messages) throws Exception {
        Await.until("sent " + id, PATIENCE, () -> {
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
