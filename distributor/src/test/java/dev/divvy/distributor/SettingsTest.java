package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A wrong value of a setting is refused in one line that names the setting, the value and the limits. */
class SettingsTest {

    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static void refused(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void ofADistributor() {
        DistributorSettings good = DistributorSettings.of("d1");
        refused(
                () -> good.withPollInterval(Duration.ofMillis(9)),
                "poll interval PT0.009S must be between PT0.01S and PT24H");
        refused(
                () -> good.withPollInterval(FOREVER),
                "poll interval " + FOREVER + " must be between PT0.01S and PT24H");
        refused(() -> good.withPingFailures(0), "ping failures 0 must be at least 1");
        refused(() -> good.withDenyAtMost(0), "deny at most 0 must be a percentage from 1 to 100");
        refused(() -> good.withReturnAfter(0), "return after 0 must be at least 1");
        refused(() -> good.withMovesPerMinute(0), "moves per minute 0 must be at least 1");
        refused(() -> good.withForgetAfter(Duration.ZERO), "forget after PT0S must be positive and at most a year");
        assertThat(good.withPingFailures(3).pollInterval()).isEqualTo(good.pollInterval());
    }

    @Test
    void ofAPing() {
        PingSettings good = PingSettings.defaults();
        refused(
                () -> good.withTimeout(Duration.ofNanos(1)),
                "timeout PT0.000000001S must be between PT0.001S and PT24H");
        refused(() -> good.withTimeout(FOREVER), "timeout " + FOREVER + " must be between PT0.001S and PT24H");
    }

    @Test
    void ofAService() {
        ServiceSettings good = ServiceSettings.at("127.0.0.1", 0);
        refused(
                () -> ServiceSettings.at("0.0.0.0", 7000),
                "host 0.0.0.0 is not an address at which others reach this service; name one, and listen on all of them"
                        + " with withListenHost(\"0.0.0.0\")");
        refused(() -> ServiceSettings.at("127.0.0.1", 65_536), "port 65536 is not between 0 and 65535");
        refused(() -> good.withPoll(Duration.ZERO), "poll PT0S must be positive and at most a year");
        refused(() -> good.withGrace(FOREVER), "grace " + FOREVER + " must be between PT0.000000001S and PT1M40S");
        refused(() -> good.withCutOff(Duration.ZERO), "cut-off PT0S must be positive and at most a year");
        refused(() -> good.withCloseTimeout(Duration.ZERO), "close timeout PT0S must be positive and at most a year");
        assertThat(good.withListenHost("0.0.0.0").host()).isEqualTo("127.0.0.1");
    }

    @Test
    void ofAStoreInADatabase() {
        refused(
                () -> JdbcStoreSettings.defaults().withTimeout(Duration.ZERO),
                "timeout PT0S must be positive and at most a year");
    }
}
