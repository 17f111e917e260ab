package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.store.ManualClock;
import org.junit.jupiter.api.Test;

class ExpiryTest {

    private final ManualClock clock = new ManualClock();
    private final CommandHarness harness = CommandHarness.of(clock);

    @Test
    void aKeyExistsUpToItsLastMillisecond() {
        harness.ask("SET", "a", "x", "PX", "100");
        clock.advance(99);
        assertThat(harness.ask("GET", "a")).isEqualTo("$1\r\nx\r\n");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":1\r\n");
        clock.advance(1);
        assertThat(harness.ask("EXISTS", "a")).isEqualTo(":0\r\n");
        assertThat(harness.ask("GET", "a")).isEqualTo("$-1\r\n");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":-2\r\n");
        assertThat(harness.ask("DBSIZE")).isEqualTo(":0\r\n");
    }

    @Test
    void expiredKeysAreNeitherListedNorUsedAsOldValues() {
        harness.ask("SET", "a", "5", "PX", "100");
        harness.ask("SET", "b", "x");
        clock.advance(100);
        assertThat(harness.ask("KEYS", "*")).isEqualTo("*1\r\n$1\r\nb\r\n");
        assertThat(harness.ask("SCAN", "0", "COUNT", "100")).isEqualTo("*2\r\n$1\r\n0\r\n*1\r\n$1\r\nb\r\n");
        assertThat(harness.ask("RANDOMKEY")).isEqualTo("$1\r\nb\r\n");
        assertThat(harness.ask("INCR", "a")).isEqualTo(":1\r\n");
        assertThat(harness.ask("TTL", "a")).isEqualTo(":-1\r\n");
    }

    @Test
    void secondsAreRounded() {
        harness.ask("SET", "a", "x", "PX", "10499");
        assertThat(harness.ask("TTL", "a")).isEqualTo(":10\r\n");
        harness.ask("PEXPIRE", "a", "10500");
        assertThat(harness.ask("TTL", "a")).isEqualTo(":11\r\n");
    }

    @Test
    void editsKeepTheExpiryAndSetRemovesIt() {
        harness.ask("SET", "a", "1", "PX", "100");
        harness.ask("INCR", "a");
        harness.ask("APPEND", "a", "0");
        harness.ask("SETRANGE", "a", "0", "3");
        harness.ask("INCRBYFLOAT", "a", "1.5");
        assertThat(harness.ask("SET", "a", "7", "KEEPTTL", "GET")).isEqualTo("$4\r\n31.5\r\n");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":100\r\n");
        harness.ask("SET", "a", "x");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":-1\r\n");
    }

    @Test
    void compareAndSetReplacesOnlyTheExpectedValue() {
        assertThat(harness.ask("DIVVY.CAS", "a", "IS", "x", "y")).isEqualTo(":0\r\n");
        assertThat(harness.ask("DIVVY.CAS", "a", "NIL", "x")).isEqualTo(":1\r\n");
        assertThat(harness.ask("DIVVY.CAS", "a", "NIL", "y")).isEqualTo(":0\r\n");
        assertThat(harness.ask("DIVVY.CAS", "a", "IS", "xx", "y")).isEqualTo(":0\r\n");
        assertThat(harness.ask("DIVVY.CAS", "a", "is", "x", "y", "PX", "50")).isEqualTo(":1\r\n");
        assertThat(harness.ask("GET", "a")).isEqualTo("$1\r\ny\r\n");
        clock.advance(50);
        assertThat(harness.ask("DIVVY.CAS", "a", "NIL", "NIL")).isEqualTo(":1\r\n");
        for (String[] wrong : new String[][] {
            {"DIVVY.CAS", "a", "WAS", "x", "y"},
            {"DIVVY.CAS", "a", "IS", "x"},
            {"DIVVY.CAS", "a", "NIL", "x", "y"},
            {"DIVVY.CAS", "a", "NIL", "x", "KEEPTTL"},
            {"DIVVY.CAS", "a", "IS", "NIL", "y", "KEEPTTL", "x"},
            {"DIVVY.CAS", "a", "NIL", "x", "EX", "5"}
        }) {
            assertThat(harness.ask(wrong)).isEqualTo("-ERR syntax error\r\n");
        }
        assertThat(harness.ask("DIVVY.CAS", "a", "NIL", "x", "PX", "0"))
                .isEqualTo("-ERR invalid expire time in 'divvy.cas' command\r\n");
        assertThat(harness.ask("GET", "a")).isEqualTo("$3\r\nNIL\r\n");
    }

    @Test
    void compareAndSetKeepsTheExpiryIfAsked() {
        harness.ask("SET", "a", "x", "PX", "100");
        clock.advance(40);
        assertThat(harness.ask("DIVVY.CAS", "a", "IS", "x", "KEEPTTL", "keepttl"))
                .isEqualTo(":1\r\n");
        assertThat(harness.ask("GET", "a")).isEqualTo("$7\r\nKEEPTTL\r\n");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":60\r\n");
        assertThat(harness.ask("DIVVY.CAS", "a", "IS", "KEEPTTL", "y")).isEqualTo(":1\r\n");
        assertThat(harness.ask("PTTL", "a")).isEqualTo(":-1\r\n");
    }

    @Test
    void noValueGrowsBeyondTheLimit() {
        assertThat(harness.ask("SETRANGE", "a", "67108863", "xy"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)\r\n");
        assertThat(harness.ask("SETRANGE", "a", "9223372036854775807", "xy"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)\r\n");
        assertThat(harness.ask("EXISTS", "a")).isEqualTo(":0\r\n");
    }

    @Test
    void decimalSumsAreExactAndLimited() {
        assertThat(harness.ask("INCRBYFLOAT", "a", "1e300")).startsWith("$301\r\n1000");
        assertThat(harness.ask("INCRBYFLOAT", "a", "1e999999999")).isEqualTo("-ERR value is not a valid float\r\n");
        assertThat(harness.ask("INCRBYFLOAT", "a", "-1e-999999999999"))
                .isEqualTo("-ERR value is not a valid float\r\n");
        assertThat(harness.ask("INCRBYFLOAT", "a", "inf"))
                .isEqualTo("-ERR increment would produce NaN or Infinity\r\n");
        harness.ask("SET", "b", "10.1");
        assertThat(harness.ask("INCRBYFLOAT", "b", "0.2")).isEqualTo("$4\r\n10.3\r\n");
        assertThat(harness.ask("INCRBYFLOAT", "b", "-10.3")).isEqualTo("$1\r\n0\r\n");
    }
}
