package dev.divvy.outbox.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
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

/** One processor in a process of its own. It prints what happens, and reads commands from its input. */
public final class ScenarioWorker {

    private static final long GATE_CHECK_MILLIS = 50;

    private final String member;
    private final HikariDataSource pool;

    /** Permits for handlers that are held at a gate, now or later; when the gate is open, none is needed. */
    private final Semaphore released = new Semaphore(0);

    /** Events that have passed their gate, with their fence: they are not held again when their transaction is retried. */
    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    private ScenarioWorker(ScenarioDatabase database, String member) {
        this.pool = database.pool();
        this.member = member;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        WorkerArguments worker = WorkerArguments.of(all.subList(4, all.size()));
        new ScenarioWorker(ScenarioDatabase.of(all), worker.member()).run(worker);
    }

    private void run(WorkerArguments worker) throws Exception {
        Outbox outbox = Outbox.on(pool, settings(worker.pulse(), worker.expiration()));
        ProcessorSettings processing = ProcessorSettings.defaults()
                .withKeepDone(Duration.ofHours(1))
                .withRetryDelay(Duration.ofMillis(100), Duration.ofMillis(500))
                .withAttempts(1000)
                .withCrashAttempts(1000);
        Processor processor = outbox.process(
                member,
                processing,
                worker.inside() ? HandlingMode.batchInside(this::inside) : HandlingMode.each(this::outside));
        processor.membership().listen(new PrintingListener());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            processor.close();
            outbox.close();
            print("END " + processor.stats());
        }));
        if (processor.membership().awaitRunning(Duration.ofMinutes(1))) {
            print("READY at the clock " + System.currentTimeMillis());
        }
        runCommands(processor);
    }

    static OutboxSettings settings(Duration pulse, Duration expiration) {
        return OutboxSettings.defaults().withPulse(pulse, expiration).neverForgets();
    }

    /** Executes commands, and ends the process when its input ends: the test has ended then. */
    private void runCommands(Processor processor) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("release")) {
                released.release();
            } else if (line.equals("counters")) {
                print("COUNTERS refused " + processor.stats().refused() + ", " + processor.stats());
            }
        }
        Runtime.getRuntime().halt(3);
    }

    // --- the handlers ---

    private void outside(Event event) throws Exception {
        gate(event);
        fenced(event, true);
    }

    /** Handles an event with a gate alone, so that only the fence can refuse it: the batch is divided until it is alone. */
    private void inside(Connection connection, List<Event> events) throws Exception {
        for (Event event : events) {
            if (events.size() > 1 && EventPayload.of(event.payload()).gate()) {
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
        if (!EventPayload.of(event.payload()).gate() || passed.contains(pass)) {
            return;
        }
        fenced(event, false);
        print("HELD " + event.entityId() + " " + event.fence().epoch());
        while (!released.tryAcquire(GATE_CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            try (Connection connection = pool.getConnection()) {
                if (Ledger.isOpen(connection, event.entityId())) {
                    break;
                }
            }
        }
        passed.add(pass);
        print("RELEASED " + event.entityId() + " " + event.id());
    }

    /** Runs one transaction that shows the fence and, if requested, makes the effect; retries it when the database requests that. */
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
                print("FENCED " + e.getMessage());
                throw e;
            } catch (SQLException e) {
                if (attempt == 20 || SqlErrorKind.of(e) != SqlErrorKind.ROLLED_BACK) {
                    throw e;
                }
            }
        }
    }

    // --- output ---

    private final class PrintingListener implements Listener {

        @Override
        public void gained(HeldPieces portion) {
            print("GAINED " + EventPayload.now() + " " + portion.runs());
        }

        @Override
        public void lost(HeldPieces portion, LossReason why) {
            print("LOST " + EventPayload.now() + " " + portion.runs() + " " + why);
        }
    }

    private void print(String line) {
        System.out.println(member + " " + line);
        System.out.flush();
    }
}
