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

/** What a script is asked and answers over a link, and what is said when it goes wrong. */
@Timeout(300)
@NeedsRedis
class LinkTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int TRIES = 10;

    private final String key = "link-" + UUID.randomUUID();

    private static RedisAddress shared() {
        RedisServer server = RedisServer.shared();
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    @Nullable
    Object run(RedisScriptClient link, String text, String... arguments) {
        List<byte[]> words =
                Arrays.stream(arguments).map(word -> word.getBytes(UTF_8)).toList();
        return link.change(new Script("test", text), List.of(key.getBytes(UTF_8)), words, PATIENCE);
    }

    @Test
    void aScriptAnswersWhateverLuaCanSay() {
        try (RedisScriptClient link = new RedisScriptClient(shared())) {
            assertThat(run(link, "return ARGV[1]", "a")).isEqualTo(bytes("a"));
            assertThat(run(link, "return 9007199254740991")).isEqualTo(9007199254740991L);
            assertThat(run(link, "return false")).isNull();
            assertThat(run(link, "return redis.status_reply('FINE')")).isEqualTo(bytes("FINE"));
            assertThat(run(link, "return {}")).isEqualTo(List.of());
            List<?> nested = list(run(link, "return {1, {'a', {}, {false, 2}}, 'b', {3}}"));
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
        try (RedisScriptClient link = new RedisScriptClient(shared())) {
            assertThat(run(link, text)).isEqualTo(1L);
            assertThat(run(link, text)).isEqualTo(2L);
            Raw.ask(shared(), commands -> commands.scriptFlush());
            assertThat(run(link, text)).isEqualTo(3L);
        }
    }

    @Test
    void anotherTypeUnderAKeyIsNamed() {
        try (RedisScriptClient link = new RedisScriptClient(shared())) {
            run(link, "return redis.call('SET', KEYS[1], 'x')");
            assertThat(trouble(link, "return redis.call('HGET', KEYS[1], 'x')").kind())
                    .isEqualTo(Kind.WRONG_TYPE);
            assertThat(run(link, "return redis.call('GET', KEYS[1])")).isEqualTo(bytes("x"));
        }
    }

    @Test
    void aScriptThatFailsSaysWhy() {
        try (RedisScriptClient link = new RedisScriptClient(shared())) {
            RedisAccessException trouble = trouble(link, "return redis.error_reply('ERR not like this')");
            assertThat(trouble.kind()).isEqualTo(Kind.OTHER);
            assertThat(trouble).hasMessageContaining("not like this").hasMessageContaining(shared().toString());
        }
    }

    @Test
    void withoutAKeyNobodyKnowsWhereItBelongs() {
        try (RedisScriptClient link = new RedisScriptClient(shared())) {
            assertThatThrownBy(() -> link.ask(new Script("lost", "return 1"), List.of(), List.of(), PATIENCE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("lost");
        }
    }

    @Test
    void aFixedNumberOfCopiesIsWaitedForAndNotHad() {
        try (RedisScriptClient link = new RedisScriptClient(shared())) {
            RedisAccessException trouble = withACopy(link);
            // On a busy machine the answer may come too late: then it is asked again.
            for (int tries = 1; tries < TRIES && trouble.kind() == Kind.AWAY; tries++) {
                trouble = withACopy(link);
            }
            assertThat(trouble.kind()).as(trouble.getMessage()).isEqualTo(Kind.TOO_FEW_COPIES);
        }
    }

    private RedisAccessException withACopy(RedisScriptClient link) {
        run(link, "return 1");
        RedisAccessException trouble = catchThrowableOfType(
                RedisAccessException.class,
                () -> link.change(
                        new Script("test", "return redis.call('INCR', KEYS[1])"),
                        List.of(bytes(key)),
                        List.of(),
                        Duration.ofSeconds(2),
                        ReplicaQuorum.replicas(1)));
        assertThat(trouble).as("the trouble").isNotNull();
        return trouble;
    }

    @Test
    void aClosedLinkSaysSoAndItsThreadsEnd() throws Exception {
        RedisScriptClient link = new RedisScriptClient(shared());
        run(link, "return 1");
        link.listen("nothing", () -> {});
        assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
        link.close();
        Await.until("its threads have ended", () -> threads().isEmpty());
        assertThat(trouble(link, "return 1").kind()).isEqualTo(Kind.AWAY);
    }

    RedisAccessException trouble(RedisScriptClient link, String text) {
        return catchThrowableOfType(RedisAccessException.class, () -> run(link, text));
    }

    /** Those of links that live: tests of one JVM come one after the other. */
    static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(lettuce|divvy-redis).*"))
                .toList();
    }

    private static List<?> list(@Nullable Object answer) {
        assertThat(answer).isInstanceOf(List.class);
        return (List<?>) Objects.requireNonNull(answer);
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
