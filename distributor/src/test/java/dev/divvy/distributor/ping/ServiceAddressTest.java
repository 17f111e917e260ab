package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.distributor.PingSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceAddressTest {

    @Test
    void namesAndNumbersAreReadAndWrittenAlike() {
        for (String text : List.of(
                "localhost:1",
                "a-b.example.org:65535",
                "10.0.0.1:80",
                "[::1]:80",
                "[2001:db8::7]:443",
                "my_parser_1:50051")) {
            assertThat(ServiceAddress.parse(text)).hasToString(text);
            assertThat(ServiceAddress.refusal(text)).isEmpty();
        }
        assertThat(ServiceAddress.parse("[::1]:80")).isEqualTo(new ServiceAddress("[::1]", 80));
    }

    @Test
    void onlyNumbersNeedNoLookup() {
        assertThat(ServiceAddress.parse("10.0.0.1:80").numeric()).isPresent();
        assertThat(ServiceAddress.parse("[::1]:80").numeric()).isPresent();
        assertThat(ServiceAddress.parse("localhost:80").numeric()).isEmpty();
    }

    @Test
    void anInvalidAddressIsRefusedWithTheReason() {
        Map.ofEntries(
                        Map.entry("", "it has no port"),
                        Map.entry("service1", "it has no port"),
                        Map.entry("service1:", "it has no port"),
                        Map.entry("[::1]", "it has no port"),
                        Map.entry(":80", "the host is empty"),
                        Map.entry("h:0", "port 0 is not in 1..65535"),
                        Map.entry("h:65536", "port 65536 is not in 1..65535"),
                        Map.entry("h:-1", "port '-1' is no number"),
                        Map.entry("h:http", "port 'http' is no number"),
                        Map.entry("h:99999999999", "is no number"),
                        Map.entry("h :80", "is no host name"),
                        Map.entry("h: 80", "port ' 80' is no number"),
                        Map.entry("a,b:80", "is no host name"),
                        Map.entry("http://h:80", "is no host name"),
                        Map.entry("999.0.0.1:80", "is no host name"),
                        Map.entry("[zz]:80", "is no host name"),
                        Map.entry("[::1%lo]:80", "is no host name"),
                        Map.entry("::1:80", "in brackets"),
                        Map.entry("\u0441\u0435\u0440\u0432\u0438\u0441:80", "is no host name"),
                        Map.entry("x".repeat(300) + ":80", "300 characters"))
                .forEach((text, why) -> assertThatThrownBy(() -> ServiceAddress.parse(text))
                        .as(text)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("'" + text + "' is not a host:port: ")
                        .hasMessageContaining(why));
    }

    @Test
    void aRefusalIsWhatParsingThrows() {
        assertThat(ServiceAddress.refusal("service1")).contains("'service1' is not a host:port: it has no port");
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThat(PingSettings.defaults().timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThatThrownBy(() -> PingSettings.defaults().withTimeout(Duration.ZERO))
                .hasMessageContaining("timeout PT0S");
        for (String method : List.of("", "a.B/C", "/a.B", "/a.B/", "/a B/C", "//C")) {
            assertThatThrownBy(() -> PingSettings.defaults().withMethod(method))
                    .hasMessageContaining("'" + method + "'");
        }
        assertThat(PingSettings.defaults().withMethod("/B/C").method()).contains("/B/C");
    }
}
