package dev.divvy.outbox.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.ListedEvent;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.sql.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An event that ends the process that handles it, with real processes. */
@NeedsPostgres
class CrashTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration PULSE = Duration.ofMillis(200);
    private static final Duration EXPIRATION = Duration.ofSeconds(3);
    private static final int NEIGHBOURS = 100;

    private final ScenarioDatabase database = new ScenarioDatabase(
            PostgresServer.shared().jdbcUrl(Seeds.database()),
            PostgresServer.shared().user(),
            PostgresServer.shared().password(),
            Connection.TRANSACTION_READ_COMMITTED);
    private final List<TestProcess> processes = new ArrayList<>();

    @Test
    void ofThreeProcessesOneStaysIfOneMarkedAttemptIsEnough() throws Exception {
        run(1, "m1", "m2", "m3");
        assertThat(ended()).as("the first was not marked").isEqualTo(2);
    }

    @Test
    void ofThreeProcessesWithTheDefaultSettingsOneStaysAndHandlesTheOthers() throws Exception {
        try (HikariDataSource pool = database.pool();
                Outbox outbox = outbox(pool)) {
            startAll(CrashWorker.DEFAULTS, "m1", "m2", "m3");
            send(outbox);
            Await.until("the event has failed, and the others are handled", TIMEOUT, () -> {
                Backlog backlog = outbox.admin().backlog();
                return backlog.retrying() == 1 && handled().size() == NEIGHBOURS;
            });
            ListedEvent bomb =
                    outbox.admin().list(EventFilter.of(EventStatus.RETRYING)).get(0);
            assertThat(bomb.entityId()).isEqualTo("bomb");
            assertThat(bomb.attempts()).isEqualTo(1);
            assertThat(bomb.error()).startsWith("the process ended while this event was handled alone");
            assertThat(bomb.nextAttempt().orElseThrow())
                    .as("enough time to start the others again")
                    .isAfter(Instant.now().plus(Duration.ofMinutes(2)));
            assertThat(ended()).isEqualTo(2);
        } finally {
            processes.forEach(TestProcess::close);
        }
    }

    /** As a supervisor does. A process with the same id takes over from its own former self. */
    @Test
    void aSingleProcessThatIsStartedAgainAndAgainGetsPastTheEvent() throws Exception {
        run(2, "m1");
        assertThat(ended()).isEqualTo(3);
    }

    private void run(int crashAttempts, String... members) throws Exception {
        try (HikariDataSource pool = database.pool();
                Outbox outbox = outbox(pool)) {
            startAll(crashAttempts, members);
            send(outbox);
            Await.until("the event is aborted, and the others are handled", TIMEOUT, () -> {
                if (members.length == 1 && ended() == processes.size()) {
                    start(members[0], crashAttempts);
                }
                return outbox.admin().backlog().aborted() == 1
                        && !outbox.admin().hasPending();
            });
            AbortedEvent aborted = outbox.admin().aborted(2).get(0);
            assertThat(aborted.entityId()).isEqualTo("bomb");
            assertThat(aborted.attempts()).isEqualTo(crashAttempts);
            assertThat(aborted.error()).startsWith("the process ended while this event was handled alone");
            assertThat(handled()).hasSize(NEIGHBOURS + 1).contains("bomb later");
        } finally {
            processes.forEach(TestProcess::close);
        }
    }

    private static Outbox outbox(HikariDataSource pool) throws SQLException {
        return Outbox.on(pool, ScenarioWorker.settings(PULSE, EXPIRATION)).createIfMissing();
    }

    private void startAll(int crashAttempts, String... members) {
        for (String member : members) {
            start(member, crashAttempts);
        }
        for (TestProcess process : processes) {
            process.awaitOutput(process.name() + " READY", 1);
        }
    }

    private void start(String member, int crashAttempts) {
        List<String> arguments = new ArrayList<>(database.arguments());
        arguments.addAll(new WorkerArguments(member, false, PULSE, EXPIRATION).arguments());
        arguments.add(Integer.toString(crashAttempts));
        processes.add(TestProcess.start(member, CrashWorker.class, arguments, Map.of()));
    }

    private static void send(Outbox outbox) throws Exception {
        outbox.inTransaction(connection -> {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < NEIGHBOURS; i++) {
                messages.add(Message.of("Thing", "n" + i, "event"));
            }
            messages.add(NEIGHBOURS / 2, Message.of("Thing", "bomb", ""));
            messages.add(Message.of("Thing", "bomb", "later"));
            outbox.send(connection, messages);
        });
    }

    private long ended() {
        return processes.stream().filter(TestProcess::ended).count();
    }

    /** Returns the events that were handled, some of them possibly more than once. */
    private Set<String> handled() {
        Set<String> handled = new TreeSet<>();
        processes.stream()
                .flatMap(process ->
                        Stream.of(process.name()).flatMap(name -> process.output(name + " HANDLED ").stream()))
                .forEach(handled::add);
        return handled;
    }
}
