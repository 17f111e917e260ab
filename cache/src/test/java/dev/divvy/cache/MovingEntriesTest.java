package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What an entry has goes with it: any key there can be, and the millisecond at which it expires. */
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
    void anyBytesAreAKeyHereElsewhereAndAfterAMove() {
        try (Fleet fleet = new Fleet().with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (String key : ODD) {
                assertThat(talk.ask("SET", key, key)).isEqualTo("OK");
                assertThat(talk.ask("STRLEN", key)).isEqualTo((long) bytes(key));
            }
            fleet.with("n3");
            fleet.stop("n2");
            fleet.awaitCalm();
            List<Object> found = new ArrayList<>();
            for (String name : List.of("n1", "n3")) {
                try (Talk other = fleet.talk(name)) {
                    found.addAll(other.askList("KEYS", "*"));
                    for (String key : ODD) {
                        assertThat(other.ask("GET", key)).as(key).isEqualTo(key);
                    }
                }
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(ODD);
            assertThat(talk.ask(words("DEL", ODD))).isEqualTo((long) ODD.size());
            assertThat(fleet.size()).isZero();
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
    void theMillisecondAtWhichAnEntryExpiresMovesWithIt() {
        int keys = 200;
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(16)).with("n1");
                Talk talk = fleet.talk("n1")) {
            Map<String, Long> moments = new HashMap<>();
            for (int i = 0; i < keys; i++) {
                String key = "k" + i;
                assertThat(talk.ask("SET", key, "v", "PX", String.valueOf(3_600_000 + i)))
                        .isEqualTo("OK");
                moments.put(key, (Long) Objects.requireNonNull(talk.ask("PEXPIRETIME", key)));
            }
            // Some get another moment while they move.
            AtomicBoolean over = new AtomicBoolean();
            CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
                try (Talk other = fleet.talk("n1")) {
                    for (int i = 0; !over.get(); i = (i + 2) % keys) {
                        long moment = System.currentTimeMillis() + 7_200_000 + i;
                        assertThat(other.ask("PEXPIRETIME", "k" + i)).isEqualTo(moments.get("k" + i));
                        assertThat(other.ask("PEXPIREAT", "k" + i, String.valueOf(moment)))
                                .isEqualTo(1L);
                        moments.put("k" + i, moment);
                    }
                }
            });
            fleet.with("n2", "n3");
            over.set(true);
            changes.join();
            moments.forEach((key, moment) ->
                    assertThat(talk.ask("PEXPIRETIME", key)).as(key).isEqualTo(moment));
        }
    }

    @Test
    void anEntryThatMovedIsThereUpToItsLastMillisecond() {
        int keys = 40;
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(16)).with("n1");
                Talk talk = fleet.talk("n1")) {
            long moment = System.currentTimeMillis() + 1500;
            for (int i = 0; i < keys; i++) {
                assertThat(talk.ask("SET", "k" + i, "v", "PXAT", String.valueOf(moment + i)))
                        .isEqualTo("OK");
            }
            fleet.with("n2");
            for (int i = 0; i < keys; i++) {
                long due = moment + i;
                String key = "k" + i;
                Fleet.until(key + " is gone", () -> {
                    long before = System.currentTimeMillis();
                    Object found = talk.ask("GET", key);
                    long after = System.currentTimeMillis();
                    if (found == null) {
                        assertThat(after).as(key + " is gone, not too early").isGreaterThanOrEqualTo(due);
                    } else {
                        assertThat(before).as(key + " is there, not too late").isLessThan(due);
                    }
                    return found == null;
                });
            }
            Fleet.until("the sweep forgets them", () -> fleet.size() == 0);
        }
    }

    @Test
    void timesThatCannotBeAreRefusedAndTimesThatWereRemove() {
        try (Fleet fleet = new Fleet().with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            for (int i = 0; i < 10; i++) {
                String key = "timed" + i;
                assertThat(talk.ask("SET", key, "v")).isEqualTo("OK");
                for (String huge : List.of("9223372036854775807", "-9223372036854775808")) {
                    assertThat(talk.ask("EXPIRE", key, huge)).isEqualTo("-ERR invalid expire time in 'expire' command");
                }
                assertThat(talk.ask("PEXPIRE", key, "9223372036854775807"))
                        .isEqualTo("-ERR invalid expire time in 'pexpire' command");
                assertThat(talk.ask("EXPIRE", key, "9223372036854775808"))
                        .isEqualTo("-ERR value is not an integer or out of range");
                assertThat(talk.ask("SET", key, "w", "PX", "-1"))
                        .isEqualTo("-ERR invalid expire time in 'set' command");
                assertThat(talk.ask("PTTL", key)).isEqualTo(-1L);
                assertThat(talk.ask("PEXPIREAT", key, "-9223372036854775808")).isEqualTo(1L);
                assertThat(talk.ask("GET", key)).isNull();
            }
            assertThat(fleet.size()).isZero();
        }
    }
}
