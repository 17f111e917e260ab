package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.store.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadCommandsTest {

    private final CommandHarness harness = CommandHarness.of(new ManualClock());

    private String lease() {
        String reply = harness.ask("DIVVY.LOAD", "a");
        assertThat(reply).matches(":[1-9][0-9]*\r\n");
        return reply.substring(1).strip();
    }

    @Test
    void aLeaseFillsAKeyOnce() {
        String lease = lease();
        assertThat(lease()).as("loaders share it").isEqualTo(lease);
        assertThat(harness.ask("DIVVY.FILL", "a", lease, "x", "PX", "100")).isEqualTo(":1\r\n");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":100\r\n");
        assertThat(harness.ask("DIVVY.LOAD", "a")).isEqualTo("$1\r\nx\r\n");
        assertThat(harness.ask("DIVVY.FILL", "a", lease, "y")).isEqualTo(":0\r\n");
        assertThat(harness.ask("GET", "a")).isEqualTo("$1\r\nx\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEL a", "UNLINK b a", "GETDEL a", "SET a y", "SET a y PX 1", "FLUSHALL", "INCR a"})
    void anyChangeOfTheKeyCancelsTheLease(String change) {
        String lease = lease();
        harness.ask(change.split(" ", -1));
        String value = harness.ask("GET", "a");
        assertThat(harness.ask("DIVVY.FILL", "a", lease, "x")).isEqualTo(":0\r\n");
        assertThat(harness.ask("GET", "a")).isEqualTo(value);
        harness.ask("DEL", "a");
        assertThat(lease()).isNotEqualTo(lease);
    }

    @Test
    void otherKeysDoNotCancelTheLease() {
        String lease = lease();
        harness.ask("SET", "b", "x");
        harness.ask("DEL", "b", "c");
        assertThat(harness.ask("GET", "a")).isEqualTo("$-1\r\n");
        assertThat(harness.ask("DIVVY.FILL", "a", lease, "x")).isEqualTo(":1\r\n");
    }

    @Test
    void aTokenForgetsItsOldestLease() {
        String lease = lease();
        for (int i = 0; i < 1000; i++) {
            harness.ask("DIVVY.LOAD", "{a}" + i);
        }
        assertThat(harness.ask("DIVVY.FILL", "a", lease, "x")).isEqualTo(":0\r\n");
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThat(harness.ask("DIVVY.FILL", "a", "x", "y"))
                .isEqualTo("-ERR value is not an integer or out of range\r\n");
        assertThat(harness.ask("DIVVY.FILL", "a", "1", "y", "z")).isEqualTo("-ERR syntax error\r\n");
        assertThat(harness.ask("DIVVY.FILL", "a", "1", "y", "PX", "0"))
                .isEqualTo("-ERR invalid expire time in 'divvy.fill' command\r\n");
    }
}
