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

/** Clients that are slow, and sources that hang, while {@code /healthz} answers. */
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
            sockets.add(Answer.begin(server, "GET /api/status HTTP/1.1\r\nHost: local"));
            sockets.add(Answer.begin(server, "GET /api/sta"));
            sockets.add(Answer.begin(server, ""));
            sockets.add(Answer.begin(
                    server, "POST /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nhalf"));
        }
        healthAnswersSoon();
        assertThat(Answer.get(server, "/api/status").status()).isEqualTo(200);
        assertThat(Answer.get(server, "/metrics").status()).isEqualTo(200);
    }

    @Test
    void aHalfSentRequestIsGivenUpAfterAWhile() throws Exception {
        Socket half = Answer.begin(server, "GET /api/status HTTP/1.1\r\nHost: local");
        sockets.add(half);
        assertThat(half.getInputStream().readAllBytes()).isEmpty();
    }

    @Test
    void clientsThatDoNotReadTheirAnswerDoNotKeepOthersWaiting() throws Exception {
        for (int i = 0; i < 100; i++) {
            sockets.add(Answer.begin(server, "GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20)));
        }
        healthAnswersSoon();
        assertThat(Answer.get(server, "/api/status").status()).isEqualTo(200);
    }

    @Test
    void aSourceThatHangsIsGivenUpAndTheProcessIsAliveButNotReady() throws Exception {
        source.gate = new CountDownLatch(1);
        for (int i = 0; i < 200; i++) {
            sockets.add(Answer.begin(
                    server,
                    "GET /" + (i % 2 == 0 ? "metrics" : "api/status") + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        }
        healthAnswersSoon();
        Answer ready = Answer.get(server, "/readyz");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.body()).isIn("no answer within 500 ms\n", "too many requests at a time\n");
        assertThat(ready.head()).containsIgnoringCase("Retry-After");
        source.gate.countDown();
        source.gate = null;
        assertThat(awaitStatus("/readyz")).isEqualTo(200);
        assertThat(awaitStatus("/api/status")).isEqualTo(200);
    }

    private void healthAnswersSoon() {
        long began = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThat(Answer.get(server, "/healthz").status()).isEqualTo(200);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
    }

    /** What was begun for others before may be under way still. */
    private int awaitStatus(String path) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        int status = Answer.get(server, path).status();
        while (status != 200 && System.nanoTime() - deadline < 0) {
            status = Answer.get(server, path).status();
        }
        return status;
    }
}
