package dev.divvy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slow clients and sources that hang, while {@code /healthz} still replies. */
@Timeout(120)
class SlowClientsTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final TestSource source = new TestSource();
    private final List<Socket> sockets = new ArrayList<>();
    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        server = ConsoleServer.start(
                ConsoleSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTimeLimit(Duration.ofMillis(500)),
                source);
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    @Test
    void clientsThatSendHalfARequestOrNothingDoNotKeepOthersWaiting() throws Exception {
        for (int i = 0; i < 100; i++) {
            sockets.add(HttpResult.begin(server, "GET /api/status HTTP/1.1\r\nHost: local"));
            sockets.add(HttpResult.begin(server, "GET /api/sta"));
            sockets.add(HttpResult.begin(server, ""));
            sockets.add(HttpResult.begin(
                    server, "POST /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nhalf"));
        }
        assertHealthIsFast();
        assertThat(HttpResult.get(server, "/api/status").status()).isEqualTo(200);
        assertThat(HttpResult.get(server, "/metrics").status()).isEqualTo(200);
    }

    @Test
    void aHalfSentRequestIsDroppedAfterTheTimeLimit() throws Exception {
        Socket half = HttpResult.begin(server, "GET /api/status HTTP/1.1\r\nHost: local");
        sockets.add(half);
        assertThat(half.getInputStream().readAllBytes()).isEmpty();
    }

    @Test
    void clientsThatDoNotReadTheirReplyDoNotKeepOthersWaiting() throws Exception {
        for (int i = 0; i < 100; i++) {
            sockets.add(HttpResult.begin(server, "GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20)));
        }
        assertHealthIsFast();
        assertThat(awaitStatus("/api/status")).isEqualTo(200);
    }

    @Test
    void aSourceThatHangsIsGivenUpAndTheProcessIsAliveButNotReady() throws Exception {
        source.gate = new CountDownLatch(1);
        for (int i = 0; i < 200; i++) {
            sockets.add(HttpResult.begin(
                    server,
                    "GET /" + (i % 2 == 0 ? "metrics" : "api/status") + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        }
        assertHealthIsFast();
        HttpResult ready = HttpResult.get(server, "/readyz");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.body()).isIn("no answer within 500 ms\n", "too many requests at a time\n");
        assertThat(ready.head()).containsIgnoringCase("Retry-After");
        source.gate.countDown();
        source.gate = null;
        assertThat(awaitStatus("/readyz")).isEqualTo(200);
        assertThat(awaitStatus("/api/status")).isEqualTo(200);
    }

    private void assertHealthIsFast() {
        long began = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThat(HttpResult.get(server, "/healthz").status()).isEqualTo(200);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
    }

    /** Repeats the request until it succeeds: calls that started earlier may still be running. */
    private int awaitStatus(String path) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        int status = HttpResult.get(server, path).status();
        while (status != 200 && System.nanoTime() - deadline < 0) {
            status = HttpResult.get(server, path).status();
        }
        return status;
    }
}
