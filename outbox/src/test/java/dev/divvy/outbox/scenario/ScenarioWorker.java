package dev.divvy.outbox.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Portion;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.ProcessorSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One processor in a process of its own. It says on its output what it sees, and is told on its input what to do. */
public final class ScenarioWorker {

    private static final long LOOK_MILLIS = 50;

    private final String member;
    private final HikariDataSource pool;

    /** Lets one pass that is held, or will be; everybody passes when the gate is open. */
    private final Semaphore released = new Semaphore(0);

    /** What has passed its gate, by event and fence: it is not held again when the database asks for its transaction to be begun anew. */
    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    private ScenarioWorker(Place place, String member) {
        this.pool = place.pool();
        this.member = member;
    }

    public static void main(String[] words) throws Exception {
        List<String> all = List.of(words);
        Orders orders = Orders.of(all.subList(4, all.size()));
        new ScenarioWorker(Place.of(all), orders.member()).run(orders);
    }

    private void run(Orders orders) throws Exception {
        Outbox outbox = Outbox.on(pool, settings(orders.pulse(), orders.expiration()));
        ProcessorSettings how = ProcessorSettings.defaults()
                .withKeepDone(Duration.ofHours(1))
                .withRetryDelay(Duration.ofMillis(100), Duration.ofMillis(500))
                .withAttempts(1000);
        Processor processor = outbox.process(
                member, how, orders.inside() ? Handling.batchInside(this::inside) : Handling.each(this::outside));
        processor.membership().listen(new Told());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            processor.close();
            outbox.close();
            say("END " + processor.stats());
        }));
        if (processor.membership().awaitRunning(Duration.ofMinutes(1))) {
            say("READY at the clock " + System.currentTimeMillis());
        }
        obey(processor);
    }

    static OutboxSettings settings(Duration pulse, Duration expiration) {
        return OutboxSettings.defaults().withPulse(pulse, expiration).neverForgets();
    }

    /** Ends when nobody is there any more who could tell anything. */
    private void obey(Processor processor) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("release")) {
                released.release();
            } else if (line.equals("counters")) {
                say("COUNTERS refused " + processor.stats().refused() + ", " + processor.stats());
            }
        }
        Runtime.getRuntime().halt(3);
    }

    // --- the handlers ---

    private void outside(Event event) throws Exception {
        gate(event);
        fenced(event, true);
    }

    /** An event with a gate is handled alone, so that nothing but the fence can refuse it: the batch is divided until it is. */
    private void inside(Connection connection, List<Event> events) throws Exception {
        for (Event event : events) {
            if (events.size() > 1 && Parcel.of(event.payload()).gate()) {
                throw new IllegalStateException(event + " is to be handled alone");
            }
            gate(event);
        }
        for (Event event : events) {
            Ledger.effect(connection, event, member);
        }
    }

    private void gate(Event event) throws Exception {
        String pass = event.id() + " " + event.fence();
        if (!Parcel.of(event.payload()).gate() || passed.contains(pass)) {
            return;
        }
        fenced(event, false);
        say("HELD " + event.entityId() + " " + event.fence().epoch());
        while (!released.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            try (Connection connection = pool.getConnection()) {
                if (Ledger.isOpen(connection, event.entityId())) {
                    break;
                }
            }
        }
        passed.add(pass);
        say("RELEASED " + event.entityId() + " " + event.id());
    }

    /** One transaction that shows the fence, and makes the effect if it is wanted; again when the database asks for it. */
    private void fenced(Event event, boolean effect) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                Ledger.limit(connection);
                Ledger.show(connection, event);
                if (effect) {
                    Ledger.effect(connection, event, member);
                }
                connection.commit();
                return;
            } catch (Ledger.FencedException e) {
                say("FENCED " + e.getMessage());
                throw e;
            } catch (SQLException e) {
                if (attempt == 20 || SqlErrorKind.of(e) != SqlErrorKind.ROLLED_BACK) {
                    throw e;
                }
            }
        }
    }

    // --- what it sees ---

    private final class Told implements Listener {

        @Override
        public void gained(Portion portion) {
            say("GAINED " + Parcel.now() + " " + portion.runs());
        }

        @Override
        public void lost(Portion portion, LossReason why) {
            say("LOST " + Parcel.now() + " " + portion.runs() + " " + why);
        }
    }

    private void say(String line) {
        System.out.println(member + " " + line);
        System.out.flush();
    }
}
