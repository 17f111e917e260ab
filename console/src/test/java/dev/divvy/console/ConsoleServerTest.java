package dev.divvy.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.jr.ob.JSON;

/** The server as clients on a socket see it: endpoints, methods, guard, sizes. */
@Timeout(120)
class ConsoleServerTest {

    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final TestSource source = new TestSource();
    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        server = ConsoleServer.start(ConsoleSettings.at(ANY_PORT), source);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theStatusHasTheProductsInTheirOrderAsJson() {
        HttpResult status = HttpResult.get(server, "/api/status");
        assertThat(status.status()).isEqualTo(200);
        assertThat(status.head())
                .contains("application/json; charset=utf-8", "no-store", "nosniff", "default-src 'none'");
        assertThat(status.body())
                .startsWith("{\"version\":\"")
                .contains(
                        "\"problem\":null,\"products\":[{\"product\":\"cache\",\"group\":{\"group\":\"sample\",\"divides\":\"tokens\",")
                .contains("{\"name\":\"n3 <script>\u202e\uD83D\uDE00\",\"state\":\"running\",")
                .endsWith("\"figures\":{\"entries\":7}}],\"operations\":null}\n");
        assertThat(JSON.std.mapFrom(status.body()))
                .containsOnlyKeys("version", "now", "problem", "products", "operations");
    }

    @Test
    void metricsAreInTheFormatOfPrometheus() {
        HttpResult metrics = HttpResult.get(server, "/metrics");
        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.head()).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(metrics.body()).isEqualTo("test_value 1.0\n");
    }

    @Test
    void readyFollowsTheSourceAndAliveDoesNot() {
        assertThat(HttpResult.get(server, "/readyz").body()).isEqualTo("ready for the test\n");
        source.readiness = Readiness.notReady("has no lease\nyet");
        HttpResult waiting = HttpResult.get(server, "/readyz");
        assertThat(waiting.status()).isEqualTo(503);
        assertThat(waiting.body()).isEqualTo("has no lease yet\n");
        assertThat(HttpResult.get(server, "/healthz").body()).isEqualTo("alive\n");
        source.readiness = Readiness.ready("has a lease");
        assertThat(HttpResult.get(server, "/readyz").status()).isEqualTo(200);
    }

    @Test
    void aSourceThatFailsGetsOneLineAndTheServerGoesOn() {
        source.fails = true;
        HttpResult failed = HttpResult.get(server, "/api/status");
        assertThat(failed.status()).isEqualTo(503);
        assertThat(failed.body()).isEqualTo("the database is away and says so on two lines\n");
        assertThat(failed.head()).containsIgnoringCase("Retry-After");
        source.fails = false;
        assertThat(HttpResult.get(server, "/api/status").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/status", "/metrics", "/healthz", "/readyz"})
    void headHasTheHeadersWithoutTheBody(String path) {
        String length = "content-length: " + HttpResult.get(server, path).body().getBytes(UTF_8).length;
        HttpResult head = HttpResult.raw(server, "HEAD " + path + " HTTP/1.1", "Host: localhost");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.head()).containsIgnoringCase(length);
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/status",
        "PUT, /metrics",
        "DELETE, /healthz",
        "OPTIONS, /readyz",
        "PATCH, /api/status",
        "BREW, /api/status",
        "POST, /",
        "POST, /api/events"
    })
    void otherMethodsAreRefusedWithTheSupportedOnes(String method, String path) {
        HttpResult refused = HttpResult.send(server, method, path, BodyPublishers.ofString("[]"));
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.head()).containsIgnoringCase("allow=[GET, HEAD]");
        assertThat(refused.body()).isEqualTo(method + " is not supported by " + path + "; use GET\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "/api/",
                "/api/statu",
                "/api/status/",
                "/api/status/a",
                "/API/STATUS",
                "/metrics/",
                "/api/../metrics",
                "/%6detrics",
                "/healthz%00",
                "/api/units",
                "/api/operations",
                "/files.txt",
                "/build.properties",
                "/../build.properties",
                "/favicon.ico"
            })
    void anUnknownPathGetsOneLineThatNamesTheKnownOnes(String path) {
        HttpResult missing = HttpResult.raw(server, "GET " + path + " HTTP/1.1", "Host: localhost");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.body().lines())
                .singleElement()
                .asString()
                .startsWith("there is no ")
                .endsWith(
                        "; there is /, /healthz, /version, /metrics, /readyz, /api/events, /api/status, /api/why, /api/plan");
    }

    @Test
    void aQueryIsIgnored() {
        assertThat(HttpResult.get(server, "/healthz?a=b&c").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            Host: evil.example       | X: y                                | 403
            Host: evil.example:7490  | X: y                                | 403
            Host: 127.0.0.1.evil.com | X: y                                | 403
            Host: localhost.evil.com | X: y                                | 403
            Host: 10.0.0.1           | X: y                                | 403
            X: y                     | X: y                                | 403
            Host: localhost          | Host: localhost                     | 400
            Host: 127.0.0.1:PORT     | Origin: http://evil.example         | 403
            Host: 127.0.0.1:PORT     | Origin: null                        | 403
            Host: 127.0.0.1:PORT     | Origin: http://127.0.0.1:1          | 403
            Host: 127.0.0.1:PORT     | Origin: https://127.0.0.1:PORT      | 403
            Host: 127.0.0.1:PORT     | Sec-Fetch-Site: cross-site          | 403
            Host: 127.0.0.1:PORT     | Sec-Fetch-Site: same-site           | 403
            Host: 127.0.0.1:PORT     | Sec-Fetch-Site: none                | 200
            Host: 127.0.0.1:PORT     | Origin: http://127.0.0.1:PORT       | 200
            Host: localhost:PORT     | Sec-Fetch-Site: same-origin         | 200
            Host: LOCALHOST          | X: y                                | 200
            Host: [::1]:PORT         | X: y                                | 200
            """)
    void aRequestOfAnotherSiteIsRefused(String first, String second, int status) {
        String port = Integer.toString(server.port());
        for (String path : List.of("/api/status", "/metrics", "/healthz", "/readyz")) {
            HttpResult answer = HttpResult.raw(
                    server, "GET " + path + " HTTP/1.1", first.replace("PORT", port), second.replace("PORT", port));
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.body().lines().count()).isPositive();
        }
    }

    @Test
    void anOpenServerTakesAnyHostButNoRequestOfAnotherSite() throws Exception {
        try (ConsoleServer open = ConsoleServer.start(
                ConsoleSettings.at(new InetSocketAddress("0.0.0.0", 0)).openToOtherMachines(), source)) {
            String get = "GET /metrics HTTP/1.1";
            assertThat(HttpResult.raw(open, get, "Host: node-7.example:9090").status())
                    .isEqualTo(200);
            assertThat(HttpResult.raw(open, get, "Host: node-7.example", "Origin: http://evil.example")
                            .status())
                    .isEqualTo(403);
            assertThat(HttpResult.raw(open, get, "Host: node-7.example", "Sec-Fetch-Site: cross-site")
                            .status())
                    .isEqualTo(403);
            assertThat(HttpResult.send(open, "POST", "/api/status", BodyPublishers.noBody())
                            .status())
                    .isEqualTo(405);
        }
    }

    @Test
    void anAddressThatOtherMachinesReachMustBeAllowed() {
        assertThatThrownBy(() -> ConsoleServer.start(ConsoleSettings.at(new InetSocketAddress("0.0.0.0", 0)), source))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'0.0.0.0:0' would be open to other machines; allow that, or use 127.0.0.1:0");
    }

    @Test
    void metricsOnlyHasNoStatusAndNoDashboard() throws Exception {
        try (ConsoleServer metrics =
                ConsoleServer.start(ConsoleSettings.at(ANY_PORT).withMetricsOnly(), source)) {
            for (String path : List.of("/", "/index.html", "/api/status", "/api/events", "/api/why", "/api/plan")) {
                assertThat(HttpResult.get(metrics, path).status()).isEqualTo(404);
            }
            assertThat(HttpResult.get(metrics, "/metrics").status()).isEqualTo(200);
            assertThat(HttpResult.get(metrics, "/healthz").status()).isEqualTo(200);
            assertThat(HttpResult.get(metrics, "/readyz").status()).isEqualTo(200);
        }
    }

    @Test
    void aPortInUseIsAnError() {
        InetSocketAddress inUse = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        assertThatThrownBy(() -> ConsoleServer.start(ConsoleSettings.at(inUse), source))
                .isInstanceOf(BindException.class);
        assertThat(HttpResult.get(server, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedAnnouncedOrNot() {
        byte[] large = new byte[100_000];
        Arrays.fill(large, (byte) 'a');
        for (String path : List.of("/api/status", "/nothing")) {
            HttpResult announced = HttpResult.send(server, "POST", path, BodyPublishers.ofByteArray(large));
            assertThat(announced.status()).isEqualTo(413);
            assertThat(announced.body()).isEqualTo("the request has a body of more than 8192 bytes\n");
            HttpResult unannounced = HttpResult.send(
                    server, "POST", path, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)));
            assertThat(unannounced.status()).isEqualTo(413);
        }
        assertThat(HttpResult.get(server, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void aLongPathIsRefused() {
        HttpResult refused = HttpResult.get(server, "/healthz?" + "a".repeat(3_000));
        assertThat(refused.status()).isEqualTo(414);
        assertThat(refused.body()).isEqualTo("the path has 3009 characters; the maximum is 2048\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET\r\n\r\n",
                "GET /metrics\r\n\r\n",
                "GET http://[/ HTTP/1.1\r\n\r\n",
                "GET /metrics HTTP/9.9\r\n\r\n",
                "GET /metrics HTTP/1.1\r\nno colon\r\n\r\n",
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nonsense\r\n\r\n",
                "\u0000\u0001\u0002\r\n\r\n",
                "\r\n\r\n\r\n\r\n"
            })
    void inputThatIsNotHttpEndsItsOwnConnectionAtMost(String text) throws Exception {
        try (var socket = HttpResult.begin(server, text)) {
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .doesNotContain("HTTP/1.1 200");
        }
        assertThat(HttpResult.get(server, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void headersThatAreTooManyOrTooLargeAreNotRead() throws Exception {
        List<String> many = new ArrayList<>(List.of("GET /healthz HTTP/1.1", "Host: localhost"));
        for (int i = 0; i < 150; i++) {
            many.add("X-" + i + ": y");
        }
        String large = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(40_000) + "\r\n\r\n";
        String endless = "GET /" + "a".repeat(40_000);
        for (String text : List.of(String.join("\r\n", many) + "\r\n\r\n", large, endless)) {
            try (var socket = HttpResult.begin(server, text)) {
                assertThat(readUntilClosed(socket)).doesNotContain("HTTP/1.1 200");
            }
        }
        assertThat(HttpResult.get(server, "/healthz").status()).isEqualTo(200);
    }

    /** Reads until the connection ends. A server that closes with unread input resets the connection. */
    private static String readUntilClosed(java.net.Socket socket) {
        try {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (java.io.IOException e) {
            return "";
        }
    }

    @Test
    void aTimeLimitMustBePositive() {
        assertThatThrownBy(() -> ConsoleSettings.at(ANY_PORT).withTimeLimit(Duration.ZERO))
                .hasMessage("time limit PT0S must be positive and at most a year");
    }
}
