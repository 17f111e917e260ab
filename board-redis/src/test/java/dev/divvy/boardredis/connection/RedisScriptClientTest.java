package dev.divvy.boardredis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.ReplicaQuorum;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Arguments and replies of scripts, and the messages of their failures. */
@Timeout(300)
@NeedsRedis
class RedisScriptClientTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int TRIES = 10;

    private final String key = "client-" + UUID.randomUUID();

    private static RedisAddress shared() {
        RedisServer server = RedisServer.shared();
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    @Nullable
    Object run(RedisScriptClient client, String text, String... arguments) {
        List<byte[]> words =
                Arrays.stream(arguments).map(word -> word.getBytes(UTF_8)).toList();
        return client.update(new Script("test", text), List.of(key.getBytes(UTF_8)), words, TIMEOUT);
    }

    @Test
    void everyTypeOfReplyIsReturned() {
        try (RedisScriptClient client = new RedisScriptClient(shared())) {
            assertThat(run(client, "return ARGV[1]", "a")).isEqualTo(bytes("a"));
            assertThat(run(client, "return 9007199254740991")).isEqualTo(9007199254740991L);
            assertThat(run(client, "return false")).isNull();
            assertThat(run(client, "return redis.status_reply('FINE')")).isEqualTo(bytes("FINE"));
            assertThat(run(client, "return {}")).isEqualTo(List.of());
            List<?> nested = list(run(client, "return {1, {'a', {}, {false, 2}}, 'b', {3}}"));
            assertThat(nested).hasSize(4);
            List<?> inner = list(nested.get(1));
            assertThat(inner.get(0)).isEqualTo(bytes("a"));
            assertThat(inner.get(1)).isEqualTo(List.of());
            assertThat(inner.get(2)).isEqualTo(Arrays.asList(null, 2L));
            assertThat(nested.get(2)).isEqualTo(bytes("b"));
            assertThat(nested.get(3)).isEqualTo(List.of(3L));
        }
    }

    @Test
    void aServerThatForgotTheScriptIsGivenItAgain() {
        String text = "return redis.call('INCR', KEYS[1])";
        try (RedisScriptClient client = new RedisScriptClient(shared())) {
            assertThat(run(client, text)).isEqualTo(1L);
            assertThat(run(client, text)).isEqualTo(2L);
            RawCommands.run(shared(), commands -> commands.scriptFlush());
            assertThat(run(client, text)).isEqualTo(3L);
        }
    }

    @Test
    void aKeyOfAnotherTypeIsReported() {
        try (RedisScriptClient client = new RedisScriptClient(shared())) {
            run(client, "return redis.call('SET', KEYS[1], 'x')");
            assertThat(failure(client, "return redis.call('HGET', KEYS[1], 'x')")
                            .kind())
                    .isEqualTo(Kind.WRONG_TYPE);
            assertThat(run(client, "return redis.call('GET', KEYS[1])")).isEqualTo(bytes("x"));
        }
    }

    @Test
    void aScriptThatFailsSaysWhy() {
        try (RedisScriptClient client = new RedisScriptClient(shared())) {
            RedisAccessException failure = failure(client, "return redis.error_reply('ERR not like this')");
            assertThat(failure.kind()).isEqualTo(Kind.OTHER);
            assertThat(failure).hasMessageContaining("not like this").hasMessageContaining(shared().toString());
        }
    }

    @Test
    void aScriptWithoutAKeyIsRefused() {
        try (RedisScriptClient client = new RedisScriptClient(shared())) {
            assertThatThrownBy(() -> client.query(new Script("lost", "return 1"), List.of(), List.of(), TIMEOUT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("lost");
        }
    }

    @Test
    void aFixedNumberOfReplicasIsRequired() {
        try (RedisScriptClient client = new RedisScriptClient(shared())) {
            RedisAccessException failure = updateWithReplica(client);
            // On a busy machine the reply may come too late: then the call is repeated.
            for (int tries = 1; tries < TRIES && failure.kind() == Kind.UNAVAILABLE; tries++) {
                failure = updateWithReplica(client);
            }
            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.TOO_FEW_REPLICAS);
        }
    }

    private RedisAccessException updateWithReplica(RedisScriptClient client) {
        run(client, "return 1");
        RedisAccessException failure = catchThrowableOfType(
                RedisAccessException.class,
                () -> client.update(
                        new Script("test", "return redis.call('INCR', KEYS[1])"),
                        List.of(bytes(key)),
                        List.of(),
                        Duration.ofSeconds(2),
                        ReplicaQuorum.replicas(1)));
        assertThat(failure).as("the failure").isNotNull();
        return failure;
    }

    @Test
    void aClosedClientSaysSoAndItsThreadsEnd() throws Exception {
        RedisScriptClient client = new RedisScriptClient(shared());
        run(client, "return 1");
        client.listen("nothing", () -> {});
        assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
        client.close();
        Await.until("its threads have ended", () -> threads().isEmpty());
        assertThat(failure(client, "return 1").kind()).isEqualTo(Kind.UNAVAILABLE);
    }

    RedisAccessException failure(RedisScriptClient client, String text) {
        return catchThrowableOfType(RedisAccessException.class, () -> run(client, text));
    }

    /** Returns the threads of open clients: the tests of one JVM run one after the other. */
    static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(lettuce|divvy-redis).*"))
                .toList();
    }

    private static List<?> list(@Nullable Object reply) {
        assertThat(reply).isInstanceOf(List.class);
        return (List<?>) Objects.requireNonNull(reply);
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
