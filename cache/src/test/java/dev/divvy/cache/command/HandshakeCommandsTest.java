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

class HandshakeCommandsTest {

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

    private static final String[][] SUBCOMMANDS = {
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
    void withoutAPasswordTheRepliesAreThoseOfRedis() throws Exception {
        compare(RedisServer.shared(), Optional.empty(), WITHOUT_PASSWORD);
    }

    @NeedsRedis
    @Test
    void subcommandsAreParsedAsByRedis() throws Exception {
        compare(RedisServer.shared(), Optional.empty(), SUBCOMMANDS);
    }

    @NeedsRedis
    @Test
    void withAPasswordTheRepliesAreThoseOfRedis() throws Exception {
        try (RedisServer guarded = RedisServer.start(Map.of("requirepass", "secret"))) {
            assumeTrue(guarded.ours(), "a Redis that this test did not start has another password");
            compare(guarded, Optional.of(new NodePassword("secret")), WITH_PASSWORD);
        }
    }

    private static void compare(RedisServer server, Optional<NodePassword> password, String[]... requests)
            throws Exception {
        CommandHarness harness = new CommandHarness(Tokens.redis(), CacheClock.SYSTEM, password);
        SoftAssertions soft = new SoftAssertions();
        try (RawRedis redis = new RawRedis(server.address())) {
            for (String[] request : requests) {
                String theirs = new String(redis.ask(CommandHarness.frame(request)), StandardCharsets.ISO_8859_1);
                soft.assertThat(harness.ask(request))
                        .as(List.of(request).toString())
                        .isEqualTo(theirs);
            }
        }
        soft.assertAll();
    }

    @NeedsRedis
    @Test
    void helloRepliesAsRedisExceptForTheIdAndTheMode() throws Exception {
        try (RawRedis redis = new RawRedis(RedisServer.shared().address())) {
            for (String version : List.of("2", "3")) {
                assertThat(normalized(harness().ask("HELLO", version, "SETNAME", "me")))
                        .isEqualTo(normalized(hello(redis, version)));
            }
        }
    }

    private static String hello(RawRedis redis, String version) throws IOException {
        try {
            return new String(
                    redis.ask(CommandHarness.frame("HELLO", version, "SETNAME", "me")), StandardCharsets.ISO_8859_1);
        } catch (ProtocolException e) {
            throw new IOException(e);
        }
    }

    private static String normalized(String hello) {
        return hello.replaceAll("id\r\n:\\d+", "id\r\n:0")
                .replaceAll("\\$\\d+\r\n(standalone|cluster)", "mode")
                .replaceAll("\\d+\\.\\d+\\.\\d+", "7.0.15");
    }

    private static CommandHarness harness() {
        return CommandHarness.of(CacheClock.SYSTEM);
    }

    @Test
    void quitClosesAfterTheReply() {
        CommandHarness harness = harness();
        assertThat(harness.ask("QUIT")).isEqualTo("+OK\r\n");
        assertThat(harness.session().closing()).isTrue();
    }

    @Test
    void resetForgetsTheStateOfTheConnection() {
        CommandHarness harness = harness();
        harness.ask("HELLO", "3", "SETNAME", "me");
        assertThat(harness.session().resp3()).isTrue();
        assertThat(harness.session().name()).isEqualTo("me");
        assertThat(harness.ask("RESET")).isEqualTo("+RESET\r\n");
        assertThat(harness.session().resp3()).isFalse();
        assertThat(harness.session().name()).isEmpty();
    }
}
