package dev.divvy.boardredis.connection;

import static dev.divvy.boardredis.connection.LinkTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.net.FaultyProxy;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A server in trouble: every call ends within its patience, and the link works again soon after the server does. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TroubleTest {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** A promised bound, with slack for a busy machine. */
    private static final Duration SLACK = PATIENCE.multipliedBy(3);

    private static final Script COUNT = new Script("count", "return redis.call('INCR', KEYS[1])");
    private static final int ROUNDS = 6;
    private static final int TRIES = 15;

    private final RedisServer server = RedisServer.start();

    @AfterAll
    void end() {
        server.close();
    }

    private RedisAddress place() {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    private static boolean works(RedisScriptClient link) {
        try {
            return link.change(COUNT, List.of(bytes("count")), List.of(), PATIENCE) != null;
        } catch (RedisAccessException e) {
            return false;
        }
    }

    /** The call says so; how long it took to. */
    private static Duration isAway(RedisScriptClient link) {
        long before = System.nanoTime();
        RedisAccessException trouble = catchThrowableOfType(
                RedisAccessException.class, () -> link.change(COUNT, List.of(bytes("count")), List.of(), PATIENCE));
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        assertThat(trouble).as("the trouble").isNotNull();
        assertThat(trouble.kind()).as(trouble.getMessage()).isEqualTo(Kind.AWAY);
        return took;
    }

    /**
     * Every call says so in time, the first of a trouble and those after it. The machine itself may have stood still meanwhile: then the
     * same trouble is made anew, and each must be in time once.
     */
    private static void isAway(RedisScriptClient link, int calls, Runnable trouble, Runnable end) throws Exception {
        Duration[] quickest = new Duration[calls];
        Arrays.fill(quickest, SLACK);
        for (int tries = 0; tries < TRIES && Collections.max(List.of(quickest)).compareTo(SLACK) >= 0; tries++) {
            trouble.run();
            try {
                for (int i = 0; i < calls; i++) {
                    quickest[i] = Collections.min(List.of(quickest[i], isAway(link)));
                }
            } finally {
                end.run();
            }
            Await.until("it works again", () -> works(link));
        }
        assertThat(quickest).allMatch(took -> took.compareTo(SLACK) < 0);
    }

    @Test
    void aServerThatIsDownAtFirstAndKilledLater() throws Exception {
        server.kill();
        AtomicInteger told = new AtomicInteger();
        try (RedisScriptClient link = new RedisScriptClient(place())) {
            link.listen("news", told::incrementAndGet);
            Await.until("a call says so in time", () -> isAway(link).compareTo(SLACK) < 0);
            server.startAgain();
            Await.until("it works", () -> works(link));
            Await.until("it listens", () -> told.get() >= 1);
            AtomicInteger heard = new AtomicInteger();
            isAway(link, 2, server::kill, () -> {
                heard.set(told.get());
                server.startAgain();
            });
            Await.until("it listens again", () -> told.get() > heard.get());
            int before = told.get();
            Raw.ask(place(), commands -> commands.publish("news", "x"));
            Await.until("it is told", () -> told.get() > before);
        }
    }

    @Test
    void anAnswerThatTakesLongIsAwaitedAsLongAsTheCallerIsPatient() throws Exception {
        try (FaultyProxy detour = FaultyProxy.to(server);
                RedisScriptClient link = new RedisScriptClient(RedisAddress.at(detour.address()))) {
            Await.until("it works", () -> works(link));
            // Longer than the driver itself would wait, if it were let.
            detour.delay(Duration.ofMillis(1300));
            assertThat(link.change(COUNT, List.of(bytes("slow")), List.of(), Duration.ofSeconds(20)))
                    .isEqualTo(1L);
        }
    }

    @Test
    void aServerThatStandsStill() throws Exception {
        try (RedisScriptClient link = new RedisScriptClient(place())) {
            Await.until("it works", () -> works(link));
            isAway(link, ROUNDS, server::pause, server::resume);
        }
    }

    @Test
    void aLinkIsClosedAtOnceBesideAServerThatStandsStill() throws Exception {
        RedisScriptClient link = new RedisScriptClient(place());
        Await.until("it works", () -> works(link));
        link.listen("news", () -> {});
        server.pause();
        try {
            isAway(link);
            long before = System.nanoTime();
            link.close();
            // The server never ends it: whoever waited for it would wait for ever.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            Await.until("its threads have ended", () -> LinkTest.threads().isEmpty());
        } finally {
            server.resume();
        }
    }

    /** The connections are not known to be dead: only silence tells. */
    @Test
    void aWayOnWhichEverythingStandsStillAndComesLate() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (FaultyProxy detour = FaultyProxy.to(server);
                RedisScriptClient link = new RedisScriptClient(RedisAddress.at(detour.address()))) {
            link.listen("late", told::incrementAndGet);
            Await.until("it works", () -> works(link));
            Await.until("it listens", () -> told.get() >= 1);
            isAway(link, ROUNDS, detour::hold, detour::letGo);
            Await.until("nothing piles up", () -> detour.connections() < 10);
            int before = told.get();
            Raw.ask(place(), commands -> commands.publish("late", "x"));
            Await.until("it is told", () -> told.get() > before);
        }
    }

    @Test
    void aSlowWayIsGoneWithinThePatienceAndNotBeyond() throws Exception {
        try (FaultyProxy detour = FaultyProxy.to(server);
                RedisScriptClient link = new RedisScriptClient(RedisAddress.at(detour.address()))) {
            detour.delay(PATIENCE.dividedBy(10));
            Await.until("it works", () -> works(link));
            assertThat(link.change(COUNT, List.of(bytes("count")), List.of(), Duration.ofSeconds(20)))
                    .isNotNull();
            isAway(link, 1, () -> detour.delay(PATIENCE.multipliedBy(2)), () -> detour.delay(Duration.ZERO));
        }
    }

    /** Letting us in takes longer than anybody waits: still it happens once, and from then on it works. */
    @Test
    void aWayThatIsSlowOnlyAtTheDoor() throws Exception {
        try (FaultyProxy detour = FaultyProxy.to(server);
                RedisScriptClient link = new RedisScriptClient(RedisAddress.at(detour.address()))) {
            detour.delay(PATIENCE.dividedBy(3));
            Await.until("it works", () -> works(link));
        }
    }
}
