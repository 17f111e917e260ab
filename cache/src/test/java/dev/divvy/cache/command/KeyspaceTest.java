package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.command.keyspace.GlobPattern;
import dev.divvy.cache.store.CacheClock;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KeyspaceTest {

    private static final Pattern NAME = Pattern.compile("\\$\\d+\r\n(stay\\d+)\r\n");
    private static final Pattern CURSOR = Pattern.compile("^\\*2\r\n\\$\\d+\r\n(\\d+)\r\n");

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void aScanReturnsEveryKeyThatExistsThroughout() {
        for (int round = 0; round < 5; round++) {
            Random random = new Random(seed + round);
            CommandHarness harness = CommandHarness.of(CacheClock.SYSTEM);
            Set<String> missing = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                // Half of the keys are of one token.
                missing.add("stay" + i);
                harness.ask("SET", "stay" + i, "x");
                harness.ask("SET", "{tag}pass" + i, "x");
            }
            String cursor = "0";
            int steps = 0;
            do {
                String reply = harness.ask("SCAN", cursor, "MATCH", "stay*", "COUNT", "7");
                Matcher names = NAME.matcher(reply);
                while (names.find()) {
                    missing.remove(names.group(1));
                }
                Matcher next = CURSOR.matcher(reply);
                assertThat(next.find()).as(reply).isTrue();
                cursor = next.group(1);
                harness.ask(random.nextBoolean() ? "SET" : "GETDEL", "{tag}pass" + random.nextInt(600), "y");
                steps++;
            } while (!cursor.equals("0") && steps < 10_000);
            assertThat(cursor).as("seed %d", seed + round).isEqualTo("0");
            assertThat(missing).as("seed %d", seed + round).isEmpty();
        }
    }

    @Test
    void aStepOfAScanIsLimited() {
        CommandHarness harness = CommandHarness.of(CacheClock.SYSTEM);
        for (int i = 0; i < 1000; i++) {
            harness.ask("SET", "k" + i, "x");
        }
        assertThat(harness.ask("SCAN", "0").length()).isLessThan(500);
        assertThat(harness.ask("SCAN", "0", "TYPE", "hash", "COUNT", "2000")).isEqualTo("*2\r\n$1\r\n0\r\n*0\r\n");
        assertThat(harness.ask("SCAN", "0", "COUNT", "9223372036854775807")).contains("*1000\r\n");
        assertThat(harness.ask("SCAN", "18446744073709551615")).isEqualTo("*2\r\n$1\r\n0\r\n*0\r\n");
        assertThat(harness.ask("SCAN", "18446744073709551616")).isEqualTo("-ERR invalid cursor\r\n");
        assertThat(harness.ask("FLUSHALL", "LATER")).isEqualTo("-ERR syntax error\r\n");
        assertThat(harness.ask("DBSIZE")).isEqualTo(":1000\r\n");
        assertThat(harness.ask("FLUSHALL", "async")).isEqualTo("+OK\r\n");
        assertThat(harness.ask("DBSIZE")).isEqualTo(":0\r\n");
        assertThat(harness.ask("RANDOMKEY")).isEqualTo("$-1\r\n");
    }

    @Test
    void aHostilePatternCostsLittle() {
        byte[] text = "a".repeat(2000).getBytes(StandardCharsets.US_ASCII);
        byte[] pattern = ("*a".repeat(500) + "b").getBytes(StandardCharsets.US_ASCII);
        assertThat(new GlobPattern(pattern).matches(text)).isFalse();
    }
}
