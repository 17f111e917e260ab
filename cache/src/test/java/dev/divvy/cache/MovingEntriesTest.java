package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** An entry moves unchanged, with any key and with the millisecond at which it expires. */
class MovingEntriesTest {

    private static final List<String> ODD = List.of(
            "",
            " ",
            "\r\n",
            "a\r\n$1\r\nb",
            "\0",
            "{}",
            "{",
            "{a}}",
            "*",
            "[",
            "\\",
            "-ERR no error",
            "-BOUNCED",
            "ü\uD83D\uDE00",
            "k".repeat(70_000));

    @Test
    void anyBytesCanBeAKeyOnAnyNodeAndAfterAMove() {
        try (TestCluster cluster = new TestCluster().with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (String key : ODD) {
                assertThat(client.ask("SET", key, key)).isEqualTo("OK");
                assertThat(client.ask("STRLEN", key)).isEqualTo((long) bytes(key));
            }
            cluster.with("n3");
            cluster.stop("n2");
            cluster.awaitCalm();
            List<Object> found = new ArrayList<>();
            for (String name : List.of("n1", "n3")) {
                try (RespClient other = cluster.client(name)) {
                    found.addAll(other.askList("KEYS", "*"));
                    for (String key : ODD) {
                        assertThat(other.ask("GET", key)).as(key).isEqualTo(key);
                    }
                }
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(ODD);
            assertThat(client.ask(words("DEL", ODD))).isEqualTo((long) ODD.size());
            assertThat(cluster.size()).isZero();
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String[] words(String command, List<String> keys) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(keys);
        return words.toArray(String[]::new);
    }

    @Test
    void theExpiryMovesWithAnEntry() {
        int keys = 200;
        try (TestCluster cluster = new TestCluster(settings -> settings.withTokens(16)).with("n1");
                RespClient client = cluster.client("n1")) {
            Map<String, Long> expiries = new HashMap<>();
            for (int i = 0; i < keys; i++) {
                String key = "k" + i;
                assertThat(client.ask("SET", key, "v", "PX", String.valueOf(3_600_000 + i)))
                        .isEqualTo("OK");
                expiries.put(key, (Long) Objects.requireNonNull(client.ask("PEXPIRETIME", key)));
            }
            // Some get another expiry while they move.
            AtomicBoolean stop = new AtomicBoolean();
            CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
                try (RespClient other = cluster.client("n1")) {
                    for (int i = 0; !stop.get(); i = (i + 2) % keys) {
                        long expiry = System.currentTimeMillis() + 7_200_000 + i;
                        assertThat(other.ask("PEXPIRETIME", "k" + i)).isEqualTo(expiries.get("k" + i));
                        assertThat(other.ask("PEXPIREAT", "k" + i, String.valueOf(expiry)))
                                .isEqualTo(1L);
                        expiries.put("k" + i, expiry);
                    }
                }
            });
            cluster.with("n2", "n3");
            stop.set(true);
            changes.join();
            expiries.forEach((key, expiry) ->
                    assertThat(client.ask("PEXPIRETIME", key)).as(key).isEqualTo(expiry));
        }
    }

    @Test
    void anEntryThatMovedExistsUpToItsLastMillisecond() {
        int keys = 40;
        try (TestCluster cluster = new TestCluster(settings -> settings.withTokens(16)).with("n1");
                RespClient client = cluster.client("n1")) {
            long expiry = System.currentTimeMillis() + 1500;
            for (int i = 0; i < keys; i++) {
                assertThat(client.ask("SET", "k" + i, "v", "PXAT", String.valueOf(expiry + i)))
                        .isEqualTo("OK");
            }
            cluster.with("n2");
            for (int i = 0; i < keys; i++) {
                long due = expiry + i;
                String key = "k" + i;
                TestCluster.until(key + " has expired", () -> {
                    long before = System.currentTimeMillis();
                    Object found = client.ask("GET", key);
                    long after = System.currentTimeMillis();
                    if (found == null) {
                        assertThat(after).as(key + " expires not too early").isGreaterThanOrEqualTo(due);
                    } else {
                        assertThat(before).as(key + " expires not too late").isLessThan(due);
                    }
                    return found == null;
                });
            }
            TestCluster.until("the sweep removes them", () -> cluster.size() == 0);
        }
    }

    @Test
    void invalidTimesAreRefusedAndPastTimesRemoveTheEntry() {
        try (TestCluster cluster = new TestCluster().with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < 10; i++) {
                String key = "timed" + i;
                assertThat(client.ask("SET", key, "v")).isEqualTo("OK");
                for (String huge : List.of("9223372036854775807", "-9223372036854775808")) {
                    assertThat(client.ask("EXPIRE", key, huge))
                            .isEqualTo("-ERR invalid expire time in 'expire' command");
                }
                assertThat(client.ask("PEXPIRE", key, "9223372036854775807"))
                        .isEqualTo("-ERR invalid expire time in 'pexpire' command");
                assertThat(client.ask("EXPIRE", key, "9223372036854775808"))
                        .isEqualTo("-ERR value is not an integer or out of range");
                assertThat(client.ask("SET", key, "w", "PX", "-1"))
                        .isEqualTo("-ERR invalid expire time in 'set' command");
                assertThat(client.ask("PTTL", key)).isEqualTo(-1L);
                assertThat(client.ask("PEXPIREAT", key, "-9223372036854775808")).isEqualTo(1L);
                assertThat(client.ask("GET", key)).isNull();
            }
            assertThat(cluster.size()).isZero();
        }
    }
}
