package dev.divvy.distributor.ping;

import static io.grpc.stub.MetadataUtils.newAttachHeadersInterceptor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.distributor.PingResponder;
import dev.divvy.distributor.PingServerCloser;
import dev.divvy.distributor.PingSettings;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class PingServerTest {

    private static final PingSettings BY_PING = Pings.LONG_TIMEOUT.withMethod("/" + TestServices.PING);

    @Test
    void aPingServerAnswersBothMethodsAndKnowsWhenItWasPinged() throws Exception {
        try (PingServer server = PingServer.start("127.0.0.1", 0);
                Pinger byHealth = new Pinger(Pings.LONG_TIMEOUT);
                Pinger byPing = new Pinger(BY_PING)) {
            String service = "127.0.0.1:" + server.port();
            assertThat(server.lastPinged()).isEmpty();
            assertThat(Pings.ping(byHealth, service)).isEqualTo("alive");
            long first = server.lastPinged().orElseThrow();
            assertThat(Pings.ping(byPing, service)).isEqualTo("alive");
            assertThat(server.lastPinged().orElseThrow() - first).isPositive();
            assertThat(System.nanoTime() - first).isBetween(0L, Await.LIMIT.toNanos());
        }
    }

    @Test
    void healthChecksByOtherClientsAreAnsweredButDoNotCountAsPings() {
        try (PingServer server = PingServer.start("127.0.0.1", 0)) {
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                    .usePlaintext()
                    .build();
            try {
                assertThat(check(channel)).isEqualTo(ServingStatus.SERVING);
                ClientCalls.blockingUnaryCall(channel, PingProto.PING, CallOptions.DEFAULT, PingProto.EMPTY);
                assertThat(server.lastPinged()).as("without the header").isEmpty();
                Channel marked = ClientInterceptors.intercept(channel, newAttachHeadersInterceptor(pingHeader()));
                assertThat(HealthGrpc.newBlockingStub(marked)
                                .watch(HealthCheckRequest.getDefaultInstance())
                                .next()
                                .getStatus())
                        .isEqualTo(ServingStatus.SERVING);
                assertThat(server.lastPinged()).as("of a watch").isEmpty();
                assertThat(check(marked)).isEqualTo(ServingStatus.SERVING);
                assertThat(server.lastPinged()).as("of a distributor").isPresent();
            } finally {
                channel.shutdownNow();
            }
        }
    }

    /** Returns the header as it is sent, written without {@link PingHeader}. */
    private static Metadata pingHeader() {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("divvy-distributor", Metadata.ASCII_STRING_MARSHALLER), "ping");
        return headers;
    }

    private static ServingStatus check(Channel channel) {
        return HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus();
    }

    @Test
    void aServiceThatDoesNotServeSaysSoInBothMethods() throws Exception {
        try (PingServer server = PingServer.start("127.0.0.1", 0);
                Pinger byHealth = new Pinger(Pings.LONG_TIMEOUT);
                Pinger byPing = new Pinger(BY_PING)) {
            String service = "127.0.0.1:" + server.port();
            server.setServing(false);
            assertThat(Pings.ping(byHealth, service)).isEqualTo("says NOT_SERVING");
            assertThat(Pings.ping(byPing, service)).isEqualTo("not reachable: not serving");
            assertThat(server.lastPinged())
                    .as("a denial does not count as a ping")
                    .isEmpty();
            server.setServing(true);
            assertThat(Pings.ping(byHealth, service)).isEqualTo("alive");
            assertThat(Pings.ping(byPing, service)).isEqualTo("alive");
        }
    }

    @Test
    void theServersOfServicesCanAnswerPingsToo() throws Exception {
        PingResponder services = new PingResponder();
        try (TestGrpcServer host = TestGrpcServer.with(services.definitions());
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT)) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(services.lastPinged()).isPresent();
        }
    }

    @Test
    void aBusyPortIsNamed() {
        try (PingServer first = PingServer.start("127.0.0.1", 0)) {
            assertThatThrownBy(() -> PingServer.start("127.0.0.1", first.port()))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot answer pings at 127.0.0.1:" + first.port())
                    .hasMessageContaining("in use");
        }
        assertThatThrownBy(() -> PingServer.start("unknown.invalid", 1))
                .hasMessageContaining("unknown.invalid:1: the name is not known");
    }

    @Test
    void closingEndsOpenConnectionsAndFreesThePort() throws Exception {
        PingServer server = PingServer.start("127.0.0.1", Ports.free());
        try (Pinger pinger = new Pinger(Pings.LONG_TIMEOUT.withWatch(true))) {
            assertThat(Pings.ping(pinger, "127.0.0.1:" + server.port())).isEqualTo("alive");
            long started = System.nanoTime();
            server.close();
            server.close();
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .as("the other side, which would stay for ever, is not waited for")
                    .isLessThan(Duration.ofSeconds(30));
            PingServerCloser.close(server);
            assertThat(Pings.ping(pinger, "127.0.0.1:" + server.port())).isEqualTo("connection refused");
            PingServer.start("127.0.0.1", server.port()).close();
        }
    }

    @Test
    void aBigRequestIsRefused() {
        try (PingServer server = PingServer.start("127.0.0.1", 0)) {
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                    .usePlaintext()
                    .build();
            try {
                assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(
                                channel, PingProto.PING, CallOptions.DEFAULT, new byte[5000]))
                        .hasMessageContaining("RESOURCE_EXHAUSTED");
                assertThat(ClientCalls.blockingUnaryCall(channel, PingProto.PING, CallOptions.DEFAULT, new byte[0]))
                        .isEmpty();
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void theProtoIsShippedForOtherLanguages() throws Exception {
        try (InputStream proto = PingServer.class.getResourceAsStream("/divvy/distributor/v1/ping.proto")) {
            String text = new String(Objects.requireNonNull(proto).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text)
                    .contains("package divvy.distributor.v1;")
                    .contains("service Ping {")
                    .contains("rpc Ping(PingRequest) returns (PingResponse);");
        }
        assertThat(PingProto.PING.getFullMethodName()).isEqualTo(TestServices.PING);
    }
}
