package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.divvy.distributor.Closing;
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

    /** How often something is tried that a machine which stands still for a moment makes too late. */
    private static final int TIMES = 5;

    private final Pinger pinger = new Pinger(Asking.PATIENT);
    private final Pinger impatient = new Pinger(Asking.PATIENT.withTimeout(SHORT));

    @AfterEach
    void close() {
        pinger.close();
        impatient.close();
    }

    private static ServerSocket listener() throws Exception {
        return new ServerSocket(Ports.free(), 50, InetAddress.getLoopbackAddress());
    }

    @Test
    void nobodyListensThere() throws Exception {
        assertThat(Asking.ping(pinger, "127.0.0.1:" + Ports.free())).isEqualTo("connection refused");
    }

    @Test
    void aServiceThatAcceptsAndSaysNothing() throws Exception {
        try (ServerSocket socket = listener()) {
            String service = "127.0.0.1:" + socket.getLocalPort();
            Duration longest = SHORT.multipliedBy(4);
            Duration quickest = Duration.ofDays(1);
            for (int i = 0; i < TIMES && quickest.compareTo(longest) > 0; i++) {
                PingResult answer = Asking.round(impatient, List.of(service))
                        .values()
                        .iterator()
                        .next();
                assertThat(answer.denial()).contains("no answer within 300 ms");
                assertThat(answer.took()).isGreaterThanOrEqualTo(SHORT);
                quickest = answer.took().compareTo(quickest) < 0 ? answer.took() : quickest;
            }
            assertThat(quickest).isLessThanOrEqualTo(longest);
        }
    }

    @Test
    void aServiceThatAnswersTooLate() throws Exception {
        CompletableFuture<Void> late = new CompletableFuture<>();
        try (Host host = Host.with(Services.health(answer -> late.join()))) {
            assertThat(Asking.ping(impatient, host.address())).isEqualTo("no answer within 300 ms");
            late.complete(null);
        }
    }

    @Test
    void aServiceThatSaysItDoesNotServe() throws Exception {
        for (ServingStatus status : List.of(ServingStatus.NOT_SERVING, ServingStatus.UNKNOWN)) {
            try (Host host = Host.with(Services.health(status))) {
                assertThat(Asking.ping(pinger, host.address())).isEqualTo("says " + status);
                assertThat(host.takeAsked()).containsExactly(Services.HEALTH);
            }
        }
    }

    @Test
    void anErrorIsToldInOneShortLine() throws Exception {
        Status status = Status.PERMISSION_DENIED.withDescription("not for you\nsecond line" + "x".repeat(5000));
        try (Host host = Host.with(Services.health(status))) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("answers PERMISSION_DENIED: not for you");
        }
    }

    @Test
    void aWebServerAtTheAddress() throws Exception {
        HttpServer web = HttpServer.create(Host.loopback(0), 0);
        web.start();
        try {
            assertThat(Asking.ping(pinger, "127.0.0.1:" + web.getAddress().getPort()))
                    .startsWith("does not speak gRPC");
        } finally {
            web.stop(0);
        }
    }

    @Test
    void aServerThatHangsUp() throws Exception {
        try (ServerSocket socket = listener()) {
            CompletableFuture<Void> hungUp = CompletableFuture.runAsync(() -> {
                try {
                    socket.accept().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(Asking.ping(pinger, "127.0.0.1:" + socket.getLocalPort()))
                    .matches("not reachable: .*|connection reset");
            hungUp.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aNameThatNobodyKnows() throws Exception {
        assertThat(Asking.ping(pinger, "nobody.invalid:50051")).isEqualTo("the name nobody.invalid is not known");
    }

    @Test
    void aNameIsLookedUpAndAnIpv6AddressIsNone() throws Exception {
        try (PingServer local = PingServer.start("localhost", 0);
                PingServer six = PingServer.start("::1", 0)) {
            assertThat(Asking.ping(pinger, "localhost:" + local.port())).isEqualTo("alive");
            assertThat(Asking.ping(pinger, "[::1]:" + six.port())).isEqualTo("alive");
        }
    }

    @Test
    void whatIsNoAddressIsDeniedAndTheOthersAreAskedInOrder() throws Exception {
        try (PingServer server = PingServer.start("127.0.0.1", 0)) {
            String good = "127.0.0.1:" + server.port();
            Map<String, PingResult> answers = Asking.round(pinger, List.of("service1", good, "a b:1", good));
            assertThat(answers.keySet()).containsExactly("service1", good, "a b:1");
            assertThat(answers.values().stream().map(answer -> answer.denial().orElse("alive")))
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
            assertThat(Asking.ping(pinger, service)).isEqualTo("alive");
            Closing.close(server);
            for (int rounds = 0; rounds < 5; rounds++) {
                assertThat(Asking.ping(pinger, service)).isEqualTo("connection refused");
            }
            try (PingServer back = PingServer.start("127.0.0.1", server.port())) {
                assertThat(Asking.ping(pinger, service)).isEqualTo("alive");
                assertThat(back.lastPinged()).isPresent();
            }
        }
    }

    @Test
    void aServiceThatHungIsAliveInTheNextRoundWhenItAnswersAgain() throws Exception {
        String late = "no answer within 2000 ms";
        String next = late;
        for (int i = 0; i < TIMES && next.equals(late); i++) {
            try (Pinger waiting = new Pinger(Asking.PATIENT.withTimeout(Duration.ofSeconds(2)))) {
                int port;
                try (ServerSocket silent = listener()) {
                    port = silent.getLocalPort();
                    assertThat(Asking.ping(waiting, "127.0.0.1:" + port)).isEqualTo(late);
                }
                try (PingServer back = PingServer.start("127.0.0.1", port)) {
                    next = Asking.ping(waiting, "127.0.0.1:" + port);
                    assertThat(back.lastPinged().isPresent() || next.equals(late))
                            .as("it was pinged")
                            .isTrue();
                }
            }
        }
        assertThat(next).isEqualTo("alive");
    }

    @Test
    void closingDuringARoundDeniesNobody() throws Exception {
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
