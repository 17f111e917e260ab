package dev.divvy.outbox.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.allocation.Tokens;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A member that joins takes some tokens from others; the tokens that stay are never interrupted. */
@NeedsPostgres
class StayingTest {

    private static final int ENTITIES = 60;
    private static final int ROUNDS_BEFORE = 10;
    private static final int ROUNDS_AFTER = 30;
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Far above anything promised, for machines that are busy with other things. Half of a time-to-live. */
    private static final long MAX_WAIT_MILLIS = 30_000;

    @Test
    void tokensThatStayAreNeverLostNorDoTheirEventsWait() throws Exception {
        PostgresServer server = PostgresServer.shared();
        ScenarioDatabase database = new ScenarioDatabase(
                server.jdbcUrl(Seeds.database()),
                server.user(),
                server.password(),
                Connection.TRANSACTION_READ_COMMITTED);
        Scenario scenario = Scenario.small(Seeds.first(), false).withExpiration(Duration.ofMinutes(1));
        try (HikariDataSource pool = database.pool();
                Outbox outbox = Outbox.on(pool, scenario.settings()).createIfMissing();
                Producers producers = new Producers(outbox, pool, pool, scenario);
                WorkerProcesses workers = new WorkerProcesses(database, scenario)) {
            try (Connection connection = pool.getConnection()) {
                Ledger.create(connection);
                Ledger.fence(connection, entities());
            }
            workers.join(2);
            Await.until(
                    "all tokens are held",
                    Duration.ofMinutes(1),
                    () -> held(workers).values().stream()
                                    .mapToInt(BitSet::cardinality)
                                    .sum()
                            == 256);
            int sent = send(producers, 0, ROUNDS_BEFORE);
            Map<String, BitSet> before = held(workers);
            WorkerProcess third = workers.join();
            while (third.lines("GAINED").isEmpty() && sent < 1000) {
                sent = send(producers, sent, 1);
            }
            send(producers, sent, ROUNDS_AFTER);
            Await.until(
                    "nothing is pending",
                    Duration.ofMinutes(1),
                    () -> outbox.admin().backlog().pending() == 0);
            Map<String, BitSet> after = held(workers);
            check(workers, pool, before, after);
        }
    }

    private static List<String> entities() {
        List<String> entities = new ArrayList<>();
        for (int i = 0; i < ENTITIES; i++) {
            entities.add("e" + i);
        }
        return entities;
    }

    /** Sends rounds of one event per entity; returns the number of the next round. */
    private static int send(Producers producers, int from, int rounds) throws Exception {
        for (int round = from; round < from + rounds; round++) {
            long began = System.nanoTime();
            List<Message> messages = new ArrayList<>();
            for (String entity : entities()) {
                messages.add(Message.of("Thing", entity, new EventPayload(round, EventPayload.now(), false).text()));
            }
            producers.send("round " + round, messages);
            LockSupport.parkNanos(EVERY_NANOS - (System.nanoTime() - began));
        }
        return from + rounds;
    }

    /** Returns the tokens that each worker holds, by the gains and losses that it printed. */
    private static Map<String, BitSet> held(WorkerProcesses workers) {
        Map<String, BitSet> held = new HashMap<>();
        for (WorkerProcess worker : workers.all()) {
            BitSet current = new BitSet();
            worker.lines("GAINED").forEach(line -> current.or(tokens(line)));
            worker.lines("LOST").forEach(line -> current.andNot(tokens(line)));
            held.put(worker.member(), current);
        }
        return held;
    }

    /** Returns the tokens of a line such as "12345 0-3, 7 REVOKED". */
    private static BitSet tokens(String line) {
        BitSet tokens = new BitSet();
        for (String range : line.substring(line.indexOf(' ') + 1).split(", ", -1)) {
            String[] ends = range.split(" ", -1)[0].split("-", -1);
            tokens.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return tokens;
    }

    private static void check(
            WorkerProcesses workers, HikariDataSource pool, Map<String, BitSet> before, Map<String, BitSet> after)
            throws Exception {
        BitSet stayed = new BitSet();
        for (WorkerProcess worker : workers.all()) {
            BitSet kept =
                    (BitSet) after.getOrDefault(worker.member(), new BitSet()).clone();
            kept.and(before.getOrDefault(worker.member(), new BitSet()));
            stayed.or(kept);
            List<String> gains = worker.lines("GAINED");
            for (String line : worker.lines("LOST")) {
                assertThat(tokens(line).intersects(kept) && !firstShare(gains, line))
                        .as("%s lost %s, of which it has %s\n%s", worker.member(), line, kept, workers.tails())
                        .isFalse();
            }
        }
        assertThat(stayed.cardinality()).as("tokens that stayed").isGreaterThan(128);
        assertThat(stayed.cardinality()).as("tokens that stayed").isLessThan(256);
        Tokens tokens = Tokens.sql(256);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT entity, at_ms - sent_ms FROM effects")) {
            while (found.next()) {
                String entity = found.getString(1);
                if (stayed.get(tokens.tokenOf(entity))) {
                    assertThat(found.getLong(2))
                            .as("how long an event of %s waited", entity)
                            .isLessThan(MAX_WAIT_MILLIS);
                }
            }
        }
    }

    /** Returns whether this is the loss to the second member after the first one held all tokens for a moment. */
    private static boolean firstShare(List<String> gains, String lost) {
        return gains.size() > 1
                && tokens(gains.get(0)).cardinality() == 256
                && tokens(lost).cardinality() == 128;
    }
}
