package dev.divvy.boardredis.link;

import static dev.divvy.boardredis.link.LinkTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.divvy.boardredis.Soon;
import dev.divvy.boardredis.link.RedisTroubleException.Kind;
import dev.divvy.testservers.Detour;
import dev.divvy.testservers.NeedsRedis;
import dev.divvy.testservers.RedisServer;
import java.time.Duration;
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
    private static final int TRIES = 10;

    private final RedisServer server = RedisServer.start();

    @AfterAll
    void end() {
        server.close();
    }

    private RedisPlace place() {
        return RedisPlace.at(server.host() + ":" + server.port());
    }

    private static boolean works(RedisLink link) {
        try {
            return link.change(COUNT, List.of(bytes("count")), List.of(), PATIENCE) != null;
        } catch (RedisTroubleException e) {
            return false;
        }
    }

    /** Every call says so; a machine that stood still may have made one last longer, but not one after the other. */
    private static void isAway(RedisLink link) {
        Duration took = SLACK;
        for (int tries = 0; tries < TRIES && took.compareTo(SLACK) >= 0; tries++) {
            long before = System.nanoTime();
            RedisTroubleException trouble = catchThrowableOfType(
                    RedisTroubleException.class,
                    () -> link.change(COUNT, List.of(bytes("count")), List.of(), PATIENCE));
            took = Duration.ofNanos(System.nanoTime() - before);
            assertThat(trouble).as("the trouble").isNotNull();
            assertThat(trouble.kind()).as(trouble.getMessage()).isEqualTo(Kind.AWAY);
        }
        assertThat(took).isLessThan(SLACK);
    }

    @Test
    void aServerThatIsDownAtFirstAndKilledLater() throws Exception {
        server.kill();
        AtomicInteger told = new AtomicInteger();
        try (RedisLink link = new RedisLink(place())) {
            link.listen("news", told::incrementAndGet);
            isAway(link);
            server.startAgain();
            Soon.until("it works", () -> works(link));
            Soon.until("it listens", () -> told.get() >= 1);
            server.kill();
            isAway(link);
            isAway(link);
            int heard = told.get();
            server.startAgain();
            Soon.until("it works again", () -> works(link));
            Soon.until("it listens again", () -> told.get() > heard);
            int before = told.get();
            Raw.ask(place(), commands -> commands.publish("news", "x"));
            Soon.until("it is told", () -> told.get() > before);
        }
    }

    @Test
    void anAnswerThatTakesLongIsAwaitedAsLongAsTheCallerIsPatient() throws Exception {
        try (Detour detour = Detour.to(server);
                RedisLink link = new RedisLink(RedisPlace.at(detour.address()))) {
            Soon.until("it works", () -> works(link));
            // Longer than the driver itself would wait, if it were let.
            detour.delay(Duration.ofMillis(1300));
            assertThat(link.change(COUNT, List.of(bytes("slow")), List.of(), Duration.ofSeconds(20)))
                    .isEqualTo(1L);
        }
    }

    @Test
    void aServerThatStandsStill() throws Exception {
        try (RedisLink link = new RedisLink(place())) {
            Soon.until("it works", () -> works(link));
            server.pause();
            try {
                for (int i = 0; i < 5; i++) {
                    isAway(link);
                }
            } finally {
                server.resume();
            }
            Soon.until("it works again", () -> works(link));
        }
    }

    @Test
    void aLinkIsClosedAtOnceBesideAServerThatStandsStill() throws Exception {
        RedisLink link = new RedisLink(place());
        Soon.until("it works", () -> works(link));
        link.listen("news", () -> {});
        server.pause();
        try {
            isAway(link);
            long before = System.nanoTime();
            link.close();
            // The server never ends it: whoever waited for it would wait for ever.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            Soon.until("its threads have ended", () -> LinkTest.threads().isEmpty());
        } finally {
            server.resume();
        }
    }

    /** The connections are not known to be dead: only silence tells. */
    @Test
    void aWayOnWhichEverythingStandsStillAndComesLate() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (Detour detour = Detour.to(server);
                RedisLink link = new RedisLink(RedisPlace.at(detour.address()))) {
            link.listen("late", told::incrementAndGet);
            Soon.until("it works", () -> works(link));
            Soon.until("it listens", () -> told.get() >= 1);
            detour.hold();
            for (int i = 0; i < ROUNDS; i++) {
                isAway(link);
            }
            detour.letGo();
            Soon.until("it works again", () -> works(link));
            Soon.until("nothing piles up", () -> detour.connections() < 10);
            int before = told.get();
            Raw.ask(place(), commands -> commands.publish("late", "x"));
            Soon.until("it is told", () -> told.get() > before);
        }
    }

    @Test
    void aSlowWayIsGoneWithinThePatienceAndNotBeyond() throws Exception {
        try (Detour detour = Detour.to(server);
                RedisLink link = new RedisLink(RedisPlace.at(detour.address()))) {
            detour.delay(PATIENCE.dividedBy(10));
            Soon.until("it works", () -> works(link));
            assertThat(link.change(COUNT, List.of(bytes("count")), List.of(), Duration.ofSeconds(20)))
                    .isNotNull();
            detour.delay(PATIENCE.multipliedBy(2));
            isAway(link);
            detour.delay(Duration.ZERO);
            Soon.until("it works again", () -> works(link));
        }
    }

    /** Letting us in takes longer than anybody waits: still it happens once, and from then on it works. */
    @Test
    void aWayThatIsSlowOnlyAtTheDoor() throws Exception {
        try (Detour detour = Detour.to(server);
                RedisLink link = new RedisLink(RedisPlace.at(detour.address()))) {
            detour.delay(PATIENCE.dividedBy(3));
            Soon.until("it works", () -> works(link));
        }
    }
}
