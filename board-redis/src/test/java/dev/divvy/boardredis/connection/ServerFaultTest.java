package dev.divvy.boardredis.connection;

import static dev.divvy.boardredis.connection.RedisScriptClientTest.bytes;
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

/** A server that fails: every call ends within its timeout, and the client works again soon after the server does. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerFaultTest {

    private static final Duration TIMEOUT = Duration.ofMillis(500);

    /** A promised bound, with slack for a busy machine. */
    private static final Duration SLACK = TIMEOUT.multipliedBy(3);

    private static final Script COUNT = new Script("count", "return redis.call('INCR', KEYS[1])");
    private static final int ROUNDS = 6;
    private static final int TRIES = 15;

    private final RedisServer server = RedisServer.start();

    @AfterAll
    void end() {
        server.close();
    }

    private RedisAddress address() {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    private static boolean works(RedisScriptClient client) {
        try {
            return client.update(COUNT, List.of(bytes("count")), List.of(), TIMEOUT) != null;
        } catch (RedisAccessException e) {
            return false;
        }
    }

    /** Asserts that a call reports the failure; returns how long that took. */
    private static Duration assertUnavailable(RedisScriptClient client) {
        long before = System.nanoTime();
        RedisAccessException failure = catchThrowableOfType(
                RedisAccessException.class, () -> client.update(COUNT, List.of(bytes("count")), List.of(), TIMEOUT));
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        assertThat(failure).as("the failure").isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.UNAVAILABLE);
        return took;
    }

    /**
     * Asserts that every call reports the failure in time, the first and those after it. The machine itself may be paused meanwhile: then
     * the fault is repeated, and each call must be in time once.
     */
    private static void assertUnavailable(RedisScriptClient client, int calls, Runnable fault, Runnable end)
            throws Exception {
        Duration[] quickest = new Duration[calls];
        Arrays.fill(quickest, SLACK);
        for (int tries = 0; tries < TRIES && Collections.max(List.of(quickest)).compareTo(SLACK) >= 0; tries++) {
            fault.run();
            try {
                for (int i = 0; i < calls; i++) {
                    quickest[i] = Collections.min(List.of(quickest[i], assertUnavailable(client)));
                }
            } finally {
                end.run();
            }
            Await.until("it works again", () -> works(client));
        }
        assertThat(quickest).allMatch(took -> took.compareTo(SLACK) < 0);
    }

    @Test
    void aServerThatIsDownAtFirstAndKilledLater() throws Exception {
        server.kill();
        AtomicInteger calls = new AtomicInteger();
        try (RedisScriptClient client = new RedisScriptClient(address())) {
            client.listen("news", calls::incrementAndGet);
            Await.until("a call fails in time", () -> assertUnavailable(client).compareTo(SLACK) < 0);
            server.startAgain();
            Await.until("it works", () -> works(client));
            Await.until("it listens", () -> calls.get() >= 1);
            AtomicInteger heard = new AtomicInteger();
            assertUnavailable(client, 2, server::kill, () -> {
                heard.set(calls.get());
                server.startAgain();
            });
            Await.until("it listens again", () -> calls.get() > heard.get());
            int before = calls.get();
            RawCommands.run(address(), commands -> commands.publish("news", "x"));
            Await.until("it is called", () -> calls.get() > before);
        }
    }

    @Test
    void aSlowReplyIsAwaitedUntilTheTimeout() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.to(server);
                RedisScriptClient client = new RedisScriptClient(RedisAddress.at(proxy.address()))) {
            Await.until("it works", () -> works(client));
            // Longer than the driver's own timeout, which is turned off.
            proxy.delay(Duration.ofMillis(1300));
            assertThat(client.update(COUNT, List.of(bytes("slow")), List.of(), Duration.ofSeconds(20)))
                    .isEqualTo(1L);
        }
    }

    @Test
    void aServerThatIsPaused() throws Exception {
        try (RedisScriptClient client = new RedisScriptClient(address())) {
            Await.until("it works", () -> works(client));
            assertUnavailable(client, ROUNDS, server::pause, server::resume);
        }
    }

    @Test
    void aClientIsClosedAtOnceWhileTheServerIsPaused() throws Exception {
        RedisScriptClient client = new RedisScriptClient(address());
        Await.until("it works", () -> works(client));
        client.listen("news", () -> {});
        server.pause();
        try {
            assertUnavailable(client);
            long before = System.nanoTime();
            client.close();
            // The server never closes the connection: waiting for it would take for ever.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            Await.until(
                    "its threads have ended",
                    () -> RedisScriptClientTest.threads().isEmpty());
        } finally {
            server.resume();
        }
    }

    /** The connections are not known to be dead: only the silence shows it. */
    @Test
    void aNetworkThatHoldsEverythingAndDeliversItLate() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (FaultyProxy proxy = FaultyProxy.to(server);
                RedisScriptClient client = new RedisScriptClient(RedisAddress.at(proxy.address()))) {
            client.listen("late", calls::incrementAndGet);
            Await.until("it works", () -> works(client));
            Await.until("it listens", () -> calls.get() >= 1);
            assertUnavailable(client, ROUNDS, proxy::pause, proxy::resume);
            Await.until("nothing piles up", () -> proxy.connections() < 10);
            int before = calls.get();
            RawCommands.run(address(), commands -> commands.publish("late", "x"));
            Await.until("it is called", () -> calls.get() > before);
        }
    }

    @Test
    void aSlowNetworkWorksWithinTheTimeoutAndNotBeyond() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.to(server);
                RedisScriptClient client = new RedisScriptClient(RedisAddress.at(proxy.address()))) {
            proxy.delay(TIMEOUT.dividedBy(10));
            Await.until("it works", () -> works(client));
            assertThat(client.update(COUNT, List.of(bytes("count")), List.of(), Duration.ofSeconds(20)))
                    .isNotNull();
            assertUnavailable(client, 1, () -> proxy.delay(TIMEOUT.multipliedBy(2)), () -> proxy.delay(Duration.ZERO));
        }
    }

    /** Connecting takes longer than the timeout, but completes in the background: from then on calls work. */
    @Test
    void aNetworkThatIsTooSlowOnlyForConnecting() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.to(server);
                RedisScriptClient client = new RedisScriptClient(RedisAddress.at(proxy.address()))) {
            proxy.delay(TIMEOUT.dividedBy(3));
            Await.until("it works", () -> works(client));
        }
    }
}
