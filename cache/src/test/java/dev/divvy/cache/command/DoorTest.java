package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.command.context.NodePassword;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class DoorTest {

    private static final String[][] WITHOUT_PASSWORD = {
        {"AUTH", "x"},
        {"AUTH", "default", "x"},
        {"AUTH", "other", "x"},
        {"AUTH", "a", "b", "c"},
        {"AUTH"},
        {"HELLO", "3", "AUTH", "other", "x"},
        {"HELLO", "3", "AUTH", "x"},
        {"HELLO", "x"},
        {"HELLO", "9"},
        {"HELLO", "2", "SETNAME", "a b"},
        {"HELLO", "2", "FOO"},
        {"RESET"},
        {"PING"},
    };

    private static final String[][] WORDS = {
        {"CLIENT", "KILL", "ID", "0"},
        {"CLIENT", "KILL", "ID", "x"},
        {"CLIENT", "KILL", "ID", "123456789"},
        {"CLIENT", "KILL", "x"},
        {"CLIENT", "KILL", "FOO", "x"},
        {"CLIENT", "KILL", "ID", "123456789", "SKIPME"},
        {"CLIENT", "KILL", "ID", "123456789", "SKIPME", "x"},
        {"CLIENT", "KILL", "TYPE", "x"},
        {"CLIENT", "KILL", "USER", "nobody"},
        {"CLIENT", "NO-EVICT", "x"},
        {"CLIENT", "NO-EVICT", "off"},
        {"CLIENT", "TRACKING", "x"},
        {"CLIENT", "TRACKING", "off"},
        {"CLIENT", "LIST", "FOO"},
        {"CLIENT", "LIST", "TYPE", "x"},
        {"CLIENT", "LIST", "TYPE", "pubsub"},
        {"CLIENT", "LIST", "ID", "123456789"},
        {"CLIENT", "LIST", "ID", "x"},
        {"CLIENT", "LIST", "ID"},
        {"CLIENT", "ID", "x"},
        {"CLIENT"},
        {"CONFIG", "GET"},
        {"CONFIG", "GET", "appendonlyfoo"},
        {"COMMAND", "LIST", "x"},
        {"COMMAND", "COUNT", "x"},
        {"COMMAND", "INFO", "foo"},
        {"COMMAND", "DOCS", "foo"},
        {"COMMAND", "GETKEYS", "MSET", "a", "1", "b", "2"},
        {"INFO", "foo"},
    };

    private static final String[][] WITH_PASSWORD = {
        {"GET", "a"},
        {"PING"},
        {"FOO"},
        {"GET"},
        {"CLIENT", "ID"},
        {"HELLO", "3"},
        {"HELLO"},
        {"AUTH", "wrong"},
        {"AUTH", "secrets"},
        {"AUTH", "default", "wrong"},
        {"AUTH", "nobody", "secret"},
        {"AUTH", "nobody", "secret", "x"},
        {"HELLO", "3", "AUTH", "default", "wrong"},
        {"PING"},
        {"AUTH", "secret"},
        {"PING"},
        {"GET", "a"},
        {"RESET"},
        {"PING"},
        {"AUTH", "default", "secret"},
        {"PING", "x"},
        {"AUTH", "wrong"},
        {"PING"},
    };

    @NeedsRedis
    @Test
    void withoutAPasswordTheDoorAnswersAsThatOfRedis() throws Exception {
        compare(RedisServer.shared(), Optional.empty(), WITHOUT_PASSWORD);
    }

    @NeedsRedis
    @Test
    void wordsThatFollowAreUnderstoodAsByRedis() throws Exception {
        compare(RedisServer.shared(), Optional.empty(), WORDS);
    }

    @NeedsRedis
    @Test
    void withAPasswordTheDoorAnswersAsThatOfRedis() throws Exception {
        try (RedisServer guarded = RedisServer.start(Map.of("requirepass", "secret"))) {
            assumeTrue(guarded.ours(), "a Redis that somebody else runs has no password of ours");
            compare(guarded, Optional.of(new NodePassword("secret")), WITH_PASSWORD);
        }
    }

    private static void compare(RedisServer server, Optional<NodePassword> password, String[]... requests)
            throws Exception {
        Stage stage = new Stage(Tokens.redis(), CacheClock.SYSTEM, password);
        SoftAssertions soft = new SoftAssertions();
        try (RawRedis redis = new RawRedis(server.address())) {
            for (String[] request : requests) {
                String theirs = new String(redis.ask(Stage.frame(request)), StandardCharsets.ISO_8859_1);
                soft.assertThat(stage.say(request))
                        .as(List.of(request).toString())
                        .isEqualTo(theirs);
            }
        }
        soft.assertAll();
    }

    @NeedsRedis
    @Test
    void helloSaysTheSameAsRedisButForTheIdAndTheMode() throws Exception {
        try (RawRedis redis = new RawRedis(RedisServer.shared().address())) {
            for (String version : List.of("2", "3")) {
                assertThat(settled(stage().say("HELLO", version, "SETNAME", "me")))
                        .isEqualTo(settled(hello(redis, version)));
            }
        }
    }

    private static String hello(RawRedis redis, String version) throws IOException {
        try {
            return new String(redis.ask(Stage.frame("HELLO", version, "SETNAME", "me")), StandardCharsets.ISO_8859_1);
        } catch (ProtocolException e) {
            throw new IOException(e);
        }
    }

    private static String settled(String hello) {
        return hello.replaceAll("id\r\n:\\d+", "id\r\n:0")
                .replaceAll("\\$\\d+\r\n(standalone|cluster)", "mode")
                .replaceAll("\\d+\\.\\d+\\.\\d+", "7.0.15");
    }

    private static Stage stage() {
        return Stage.of(CacheClock.SYSTEM);
    }

    @Test
    void quitClosesAfterTheReply() {
        Stage stage = stage();
        assertThat(stage.say("QUIT")).isEqualTo("+OK\r\n");
        assertThat(stage.session().closing()).isTrue();
    }

    @Test
    void resetBeginsAnew() {
        Stage stage = stage();
        stage.say("HELLO", "3", "SETNAME", "me");
        assertThat(stage.session().resp3()).isTrue();
        assertThat(stage.session().name()).isEqualTo("me");
        assertThat(stage.say("RESET")).isEqualTo("+RESET\r\n");
        assertThat(stage.session().resp3()).isFalse();
        assertThat(stage.session().name()).isEmpty();
    }
}
