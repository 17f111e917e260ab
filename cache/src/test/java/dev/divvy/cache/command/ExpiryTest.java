package dev.divvy.cache.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.store.HandClock;
import org.junit.jupiter.api.Test;

class ExpiryTest {

    private final HandClock clock = new HandClock();
    private final Stage stage = Stage.of(clock);

    @Test
    void aKeyIsThereUpToItsLastMillisecond() {
        stage.say("SET", "a", "x", "PX", "100");
        clock.forward(99);
        assertThat(stage.say("GET", "a")).isEqualTo("$1\r\nx\r\n");
        assertThat(stage.say("PTTL", "a")).isEqualTo(":1\r\n");
        clock.forward(1);
        assertThat(stage.say("EXISTS", "a")).isEqualTo(":0\r\n");
        assertThat(stage.say("GET", "a")).isEqualTo("$-1\r\n");
        assertThat(stage.say("PTTL", "a")).isEqualTo(":-2\r\n");
        assertThat(stage.say("DBSIZE")).isEqualTo(":0\r\n");
    }

    @Test
    void whatExpiredIsInNoListAndIsNoOldValue() {
        stage.say("SET", "a", "5", "PX", "100");
        stage.say("SET", "b", "x");
        clock.forward(100);
        assertThat(stage.say("KEYS", "*")).isEqualTo("*1\r\n$1\r\nb\r\n");
        assertThat(stage.say("SCAN", "0", "COUNT", "100")).isEqualTo("*2\r\n$1\r\n0\r\n*1\r\n$1\r\nb\r\n");
        assertThat(stage.say("RANDOMKEY")).isEqualTo("$1\r\nb\r\n");
        assertThat(stage.say("INCR", "a")).isEqualTo(":1\r\n");
        assertThat(stage.say("TTL", "a")).isEqualTo(":-1\r\n");
    }

    @Test
    void secondsAreRounded() {
        stage.say("SET", "a", "x", "PX", "10499");
        assertThat(stage.say("TTL", "a")).isEqualTo(":10\r\n");
        stage.say("PEXPIRE", "a", "10500");
        assertThat(stage.say("TTL", "a")).isEqualTo(":11\r\n");
    }

    @Test
    void editsKeepTheExpiryAndSetForgetsIt() {
        stage.say("SET", "a", "1", "PX", "100");
        stage.say("INCR", "a");
        stage.say("APPEND", "a", "0");
        stage.say("SETRANGE", "a", "0", "3");
        stage.say("INCRBYFLOAT", "a", "1.5");
        assertThat(stage.say("SET", "a", "7", "KEEPTTL", "GET")).isEqualTo("$4\r\n31.5\r\n");
        assertThat(stage.say("PTTL", "a")).isEqualTo(":100\r\n");
        stage.say("SET", "a", "x");
        assertThat(stage.say("PTTL", "a")).isEqualTo(":-1\r\n");
    }

    @Test
    void compareAndSetWritesOnlyOverWhatIsExpected() {
        assertThat(stage.say("DIVVY.CAS", "a", "IS", "x", "y")).isEqualTo(":0\r\n");
        assertThat(stage.say("DIVVY.CAS", "a", "NIL", "x")).isEqualTo(":1\r\n");
        assertThat(stage.say("DIVVY.CAS", "a", "NIL", "y")).isEqualTo(":0\r\n");
        assertThat(stage.say("DIVVY.CAS", "a", "IS", "xx", "y")).isEqualTo(":0\r\n");
        assertThat(stage.say("DIVVY.CAS", "a", "is", "x", "y", "PX", "50")).isEqualTo(":1\r\n");
        assertThat(stage.say("GET", "a")).isEqualTo("$1\r\ny\r\n");
        clock.forward(50);
        assertThat(stage.say("DIVVY.CAS", "a", "NIL", "NIL")).isEqualTo(":1\r\n");
        for (String[] wrong : new String[][] {
            {"DIVVY.CAS", "a", "WAS", "x", "y"},
            {"DIVVY.CAS", "a", "IS", "x"},
            {"DIVVY.CAS", "a", "NIL", "x", "y"},
            {"DIVVY.CAS", "a", "NIL", "x", "EX", "5"}
        }) {
            assertThat(stage.say(wrong)).isEqualTo("-ERR syntax error\r\n");
        }
        assertThat(stage.say("DIVVY.CAS", "a", "NIL", "x", "PX", "0"))
                .isEqualTo("-ERR invalid expire time in 'divvy.cas' command\r\n");
        assertThat(stage.say("GET", "a")).isEqualTo("$3\r\nNIL\r\n");
    }

    @Test
    void noValueGrowsBeyondTheLimit() {
        assertThat(stage.say("SETRANGE", "a", "67108863", "xy"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)\r\n");
        assertThat(stage.say("SETRANGE", "a", "9223372036854775807", "xy"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)\r\n");
        assertThat(stage.say("EXISTS", "a")).isEqualTo(":0\r\n");
    }

    @Test
    void sumsWithAFractionAreExactAndBounded() {
        assertThat(stage.say("INCRBYFLOAT", "a", "1e300")).startsWith("$301\r\n1000");
        assertThat(stage.say("INCRBYFLOAT", "a", "1e999999999")).isEqualTo("-ERR value is not a valid float\r\n");
        assertThat(stage.say("INCRBYFLOAT", "a", "-1e-999999999999")).isEqualTo("-ERR value is not a valid float\r\n");
        assertThat(stage.say("INCRBYFLOAT", "a", "inf")).isEqualTo("-ERR increment would produce NaN or Infinity\r\n");
        stage.say("SET", "b", "10.1");
        assertThat(stage.say("INCRBYFLOAT", "b", "0.2")).isEqualTo("$4\r\n10.3\r\n");
        assertThat(stage.say("INCRBYFLOAT", "b", "-10.3")).isEqualTo("$1\r\n0\r\n");
    }
}
