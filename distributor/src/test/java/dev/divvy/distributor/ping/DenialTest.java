package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.divvy.distributor.PingServerCloser;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class DenialTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    /** Attempts at a measurement that a pause of the machine spoils. */
    private static final int ATTEMPTS = 5;

    private final Pinger pinger = new Pinger(Pings.LONG_TIMEOUT);
    private final Pinger shortTimeout = new Pinger(Pings.LONG_TIMEOUT.withTimeout(SHORT));

    @AfterEach
    void close() {
        pinger.close();
        shortTimeout.close();
    }

    private static ServerSocket listener() throws Exception {
        return new ServerSocket(Ports.free(), 50, InetAddress.getLoopbackAddress());
    }

    @Test
    void aPortWithoutAListener() throws Exception {
        assertThat(Pings.ping(pinger, "127.0.0.1:" + Ports.free())).isEqualTo("connection refused");
    }

    @Test
    void aServiceThatAcceptsAndSaysNothing() throws Exception {
        try (ServerSocket socket = listener()) {
            String service = "127.0.0.1:" + socket.getLocalPort();
            Duration longest = SHORT.multipliedBy(4);
            Duration quickest = Duration.ofDays(1);
            for (int i = 0; i < ATTEMPTS && quickest.compareTo(longest) > 0; i++) {
                PingResult result = Pings.round(shortTimeout, List.of(service))
                        .values()
                        .iterator()
                        .next();
                assertThat(result.denial()).contains("no answer within 300 ms");
                assertThat(result.took()).isGreaterThanOrEqualTo(SHORT);
                quickest = result.took().compareTo(quickest) < 0 ? result.took() : quickest;
            }
            assertThat(quickest).isLessThanOrEqualTo(longest);
        }
    }

    @Test
    void aServiceThatAnswersTooLate() throws Exception {
        CompletableFuture<Void> late = new CompletableFuture<>();
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.health(result -> late.join()))) {
            assertThat(Pings.ping(shortTimeout, host.address())).isEqualTo("no answer within 300 ms");
            late.complete(null);
        }
    }

    @Test
    void aServiceThatSaysItDoesNotServe() throws Exception {
        for (ServingStatus status : List.of(ServingStatus.NOT_SERVING, ServingStatus.UNKNOWN)) {
            try (TestGrpcServer host = TestGrpcServer.with(TestServices.health(status))) {
                assertThat(Pings.ping(pinger, host.address())).isEqualTo("says " + status);
                assertThat(host.takeCalls()).containsExactly(TestServices.HEALTH);
            }
        }
    }

    @Test
    void anErrorIsReportedInOneShortLine() throws Exception {
        Status status = Status.PERMISSION_DENIED.withDescription("not for you\nsecond line" + "x".repeat(5000));
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.health(status))) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("answers PERMISSION_DENIED: not for you");
        }
    }

    @Test
    void aWebServerAtTheAddress() throws Exception {
        HttpServer web = HttpServer.create(TestGrpcServer.loopback(0), 0);
        web.start();
        try {
            assertThat(Pings.ping(pinger, "127.0.0.1:" + web.getAddress().getPort()))
                    .startsWith("does not speak gRPC");
        } finally {
            web.stop(0);
        }
    }

    @Test
    void aServerThatClosesTheConnection() throws Exception {
        try (ServerSocket socket = listener()) {
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> {
                try {
                    socket.accept().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(Pings.ping(pinger, "127.0.0.1:" + socket.getLocalPort()))
                    .matches("not reachable: .*|connection reset");
            closed.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void anUnknownHostName() throws Exception {
        assertThat(Pings.ping(pinger, "unknown.invalid:50051")).isEqualTo("the name unknown.invalid is not known");
    }

    @Test
    void aHostNameIsLookedUpAndAnIpv6AddressIsNot() throws Exception {
        try (PingServer local = PingServer.start("localhost", 0);
                PingServer six = PingServer.start("::1", 0)) {
            assertThat(Pings.ping(pinger, "localhost:" + local.port())).isEqualTo("alive");
            assertThat(Pings.ping(pinger, "[::1]:" + six.port())).isEqualTo("alive");
        }
    }

    @Test
    void anInvalidAddressIsDeniedAndTheOthersArePingedInOrder() throws Exception {
        try (PingServer server = PingServer.start("127.0.0.1", 0)) {
            String good = "127.0.0.1:" + server.port();
            Map<String, PingResult> results = Pings.round(pinger, List.of("service1", good, "a b:1", good));
            assertThat(results.keySet()).containsExactly("service1", good, "a b:1");
            assertThat(results.values().stream().map(result -> result.denial().orElse("alive")))
                    .containsExactly(
                            "'service1' is not a host:port: it has no port",
                            "alive",
                            "'a b:1' is not a host:port: 'a b' is no host name, IPv4 address or [IPv6 address]");
        }
    }

    @Test
    void aKilledServiceIsDeniedAndAliveInTheVeryNextRoundAfterItCameBack() throws Exception {
        for (int i = 0; i < 5; i++) {
            PingServer server = PingServer.start("127.0.0.1", Ports.free());
            String service = "127.0.0.1:" + server.port();
            assertThat(Pings.ping(pinger, service)).isEqualTo("alive");
            PingServerCloser.close(server);
            for (int rounds = 0; rounds < 5; rounds++) {
                assertThat(Pings.ping(pinger, service)).isEqualTo("connection refused");
            }
            try (PingServer back = PingServer.start("127.0.0.1", server.port())) {
                assertThat(Pings.ping(pinger, service)).isEqualTo("alive");
                assertThat(back.lastPinged()).isPresent();
            }
        }
    }

    @Test
    void aServiceThatStoppedRespondingIsAliveInTheNextRoundWhenItAnswersAgain() throws Exception {
        String late = "no answer within 2000 ms";
        String next = late;
        for (int i = 0; i < ATTEMPTS && next.equals(late); i++) {
            try (Pinger waiting = new Pinger(Pings.LONG_TIMEOUT.withTimeout(Duration.ofSeconds(2)))) {
                int port;
                try (ServerSocket silent = listener()) {
                    port = silent.getLocalPort();
                    assertThat(Pings.ping(waiting, "127.0.0.1:" + port)).isEqualTo(late);
                }
                try (PingServer back = PingServer.start("127.0.0.1", port)) {
                    next = Pings.ping(waiting, "127.0.0.1:" + port);
                    assertThat(back.lastPinged().isPresent() || next.equals(late))
                            .as("it was pinged")
                            .isTrue();
                }
            }
        }
        assertThat(next).isEqualTo("alive");
    }

    @Test
    void closingDuringARoundDeniesNoService() throws Exception {
        try (ServerSocket socket = listener()) {
            CompletableFuture<Map<String, PingResult>> round =
                    pinger.round(List.of("127.0.0.1:" + socket.getLocalPort()));
            pinger.close();
            assertThatThrownBy(() -> round.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining("closed during a round");
            assertThatThrownBy(() -> pinger.round(List.of())).hasMessageContaining("closed");
        }
    }
}
