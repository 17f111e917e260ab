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
 * Events that are sent while processors come, go, are killed and stand still; and in the end every one was handled, in order.
 *
 * @param steps how many things happen to the processors
 * @param spread over which time the events are sent
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
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The whole of it; a long run has more of it. */
    static Scenario whole(long seed, boolean inside) {
        int seconds = Seeds.longRun() ? 20 : 12;
        return of(seed, 1_000 * seconds, 500, inside, 8, Duration.ofSeconds(seconds));
    }

    /** Everything happens once. */
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

    /** What a test does besides, after half of the steps. */
    interface Middle {
        void run() throws Exception;
    }

    void run(Place place) throws Exception {
        run(place, () -> {});
    }

    void run(Place place, Middle middle) throws Exception {
        long began = Parcel.now();
        try (HikariDataSource pool = place.pool();
                HikariDataSource looking = place.forLooking().pool();
                Outbox outbox = Outbox.on(pool, settings()).createIfMissing();
                Crew crew = new Crew(place, this);
                Producers producers = new Producers(outbox, pool, looking, this)) {
            try {
                prepare(pool, producers);
                producers.start();
                crew.join(FIRST);
                clocks.check(crew.living());
                new Chaos(crew, producers, new Random(seed)).run(steps, middle);
                producers.await(PATIENCE);
                Await.until("nothing is pending", PATIENCE, () -> pending(outbox) == 0);
                for (Child child : crew.living()) {
                    child.leave();
                }
                looking.getHikariPoolMXBean().softEvictConnections();
                String judged = new Verdict(looking, this, producers).judge();
                System.out.println("SCENARIO " + this + ": " + judged + ", in " + (Parcel.now() - began) + " ms");
            } catch (Exception | AssertionError e) {
                throw new AssertionError(this + " on " + place.url() + "\n" + crew.tails(), e);
            }
        }
    }

    /** A database that is away for a moment has an unknown number of them. */
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
            DoneTrigger.create(connection, settings().table());
        }
    }
}
