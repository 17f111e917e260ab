package dev.divvy.outbox.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;

/**
 * Events that are sent while processors join, leave, are killed and paused; in the end every event was handled, in order.
 *
 * @param steps the number of joins, leaves, kills and pauses
 * @param spread the time over which the events are sent
 */
record Scenario(
        long seed,
        int events,
        int entities,
        boolean inside,
        int steps,
        Duration spread,
        Duration pulse,
        Duration expiration,
        Clocks clocks) {

    private static final int FIRST = 3;
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Returns a large scenario; larger in a long run. */
    static Scenario large(long seed, boolean inside) {
        int seconds = Seeds.longRun() ? 20 : 12;
        int perSecond = Seeds.longRun() ? 1_000 : 500;
        return of(seed, perSecond * seconds, 500, inside, 8, Duration.ofSeconds(seconds));
    }

    /** Returns a scenario in which every kind of event happens once. */
    static Scenario small(long seed, boolean inside) {
        return of(seed, 3_000, 150, inside, Chaos.KINDS, Duration.ofSeconds(8));
    }

    private static Scenario of(long seed, int events, int entities, boolean inside, int steps, Duration spread) {
        Duration pulse = Duration.ofMillis(250);
        Duration expiration = Duration.ofSeconds(2);
        return new Scenario(seed, events, entities, inside, steps, spread, pulse, expiration, Clocks.SAME);
    }

    Scenario with(Clocks next) {
        return new Scenario(seed, events, entities, inside, steps, spread, pulse, expiration, next);
    }

    Scenario withExpiration(Duration next) {
        return new Scenario(seed, events, entities, inside, steps, spread, pulse, next, clocks);
    }

    OutboxSettings settings() {
        return ScenarioWorker.settings(pulse, expiration);
    }

    /** An action of the test after half of the steps. */
    interface Middle {
        void run() throws Exception;
    }

    void run(ScenarioDatabase database) throws Exception {
        run(database, () -> {});
    }

    void run(ScenarioDatabase database, Middle middle) throws Exception {
        long began = EventPayload.now();
        try (HikariDataSource pool = database.pool();
                HikariDataSource queries = database.forQueries().pool();
                Outbox outbox = Outbox.on(pool, settings()).createIfMissing();
                WorkerProcesses workers = new WorkerProcesses(database, this);
                Producers producers = new Producers(outbox, pool, queries, this)) {
            try {
                prepare(pool, producers);
                producers.start();
                workers.join(FIRST);
                clocks.check(workers.running());
                new Chaos(workers, producers, new Random(seed)).run(steps, middle);
                producers.await(TIMEOUT);
                Await.until("nothing is pending", TIMEOUT, () -> pending(outbox) == 0);
                for (WorkerProcess worker : workers.running()) {
                    worker.terminate();
                }
                queries.getHikariPoolMXBean().softEvictConnections();
                String summary = new ScenarioCheck(queries, this, producers).check();
                System.out.println(
                        "SCENARIO " + this + ": " + summary + ", in " + (EventPayload.now() - began) + " ms");
            } catch (Exception | AssertionError e) {
                throw new AssertionError(this + " on " + database.url() + "\n" + workers.tails(), e);
            }
        }
    }

    /** Returns the number of pending events; a large one while the database is not available. */
    private static long pending(Outbox outbox) {
        try {
            return outbox.admin().backlog().pending();
        } catch (SQLException e) {
            return Long.MAX_VALUE;
        }
    }

    private void prepare(HikariDataSource pool, Producers producers) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Ledger.create(connection);
            Ledger.fence(connection, producers.everyEntity());
            CompletionTrigger.create(connection, settings().table());
        }
    }
}
