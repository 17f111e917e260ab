package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.net.Ports;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class PingMethodTest {

    private static final String NONE =
            "unimplemented: neither grpc.health.v1.Health nor divvy.distributor.v1.Ping nor proto.GRPCPinger";

    @Test
    void aHealthServiceIsAskedAndNothingElse() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.health(ServingStatus.SERVING));
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT)) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls()).containsExactly(TestServices.HEALTH, TestServices.HEALTH);
            assertThat(host.connected()).as("the connection is kept").isEqualTo(1);
        }
    }

    @Test
    void aServiceWithoutHealthIsPingedAndLaterPingedAtOnce() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.ping());
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT)) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls()).containsExactly(TestServices.HEALTH, TestServices.PING);
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls()).containsExactly(TestServices.PING);
            assertThat(host.connected()).isEqualTo(1);
        }
    }

    @Test
    void aHealthServiceWithoutAStatusOfTheWholeServerIsSkipped() throws Exception {
        List<ServerServiceDefinition> both = new ArrayList<>(TestServices.health(Status.NOT_FOUND));
        both.addAll(TestServices.ping());
        try (TestGrpcServer host = TestGrpcServer.with(both);
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT)) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls()).containsExactly(TestServices.HEALTH, TestServices.PING);
        }
    }

    @Test
    void aServiceOfTheOtherDistributorIsPingedByItsOwnMethodAndLaterAtOnce() throws Exception {
        AtomicInteger bytes = new AtomicInteger(-1);
        List<ServerServiceDefinition> pinger = TestServices.answering(TestServices.GRPC_PINGER, request -> {
            bytes.set(request.length);
            return new byte[0];
        });
        try (TestGrpcServer host = TestGrpcServer.with(pinger);
                Pinger distributor = new Pinger(Pings.LONG_TIMEOUT)) {
            assertThat(Pings.ping(distributor, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls())
                    .containsExactly(TestServices.HEALTH, TestServices.PING, TestServices.GRPC_PINGER);
            assertThat(bytes).as("google.protobuf.Empty").hasValue(0);
            assertThat(Pings.ping(distributor, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls()).containsExactly(TestServices.GRPC_PINGER);
        }
    }

    @Test
    void aServiceWithNoneOfTheMethodsIsDeniedAndTriedAgainInEveryRound() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(List.of());
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT)) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo(NONE);
            assertThat(Pings.ping(pinger, host.address())).isEqualTo(NONE);
            assertThat(host.takeCalls())
                    .containsExactly(
                            TestServices.HEALTH,
                            TestServices.PING,
                            TestServices.GRPC_PINGER,
                            TestServices.HEALTH,
                            TestServices.PING,
                            TestServices.GRPC_PINGER);
        }
    }

    @Test
    void aServiceThatReturnsWithAnotherMethodIsAliveInTheNextRound() throws Exception {
        try (Pinger pinger = new Pinger(Pings.LONG_TIMEOUT)) {
            int port = Ports.free();
            try (TestGrpcServer host = TestGrpcServer.at(port, TestServices.ping())) {
                assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            }
            try (TestGrpcServer host = TestGrpcServer.at(port, TestServices.health(ServingStatus.SERVING))) {
                assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
                assertThat(host.takeCalls()).containsExactly(TestServices.PING, TestServices.HEALTH);
                assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
                assertThat(host.takeCalls()).containsExactly(TestServices.HEALTH);
            }
            try (TestGrpcServer host = TestGrpcServer.at(port, TestServices.ping())) {
                assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
                assertThat(host.takeCalls()).containsExactly(TestServices.HEALTH, TestServices.PING);
            }
        }
    }

    @Test
    void aMethodOfAnotherProtoIsSentAnEmptyMessageAndNothingElseIsAsked() throws Exception {
        AtomicInteger bytes = new AtomicInteger(-1);
        List<ServerServiceDefinition> custom = TestServices.answering(TestServices.CUSTOM, request -> {
            bytes.set(request.length);
            return new byte[] {10, 2, 'o', 'k'};
        });
        try (TestGrpcServer host = TestGrpcServer.with(custom);
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT.withMethod("/" + TestServices.CUSTOM))) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeCalls()).containsExactly(TestServices.CUSTOM);
            assertThat(bytes).hasValue(0);
        }
    }

    @Test
    void aServiceWithoutTheConfiguredMethodIsDenied() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.health(ServingStatus.SERVING));
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT.withMethod("/" + TestServices.CUSTOM))) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("unimplemented: /" + TestServices.CUSTOM);
            assertThat(host.takeCalls()).containsExactly(TestServices.CUSTOM);
        }
    }

    @Test
    void aBigReplyIsDeniedNotRead() throws Exception {
        try (TestGrpcServer host =
                        TestGrpcServer.with(TestServices.answering(TestServices.CUSTOM, request -> new byte[70_000]));
                Pinger pinger = new Pinger(Pings.LONG_TIMEOUT.withMethod("/" + TestServices.CUSTOM))) {
            assertThat(Pings.ping(pinger, host.address())).startsWith("answers RESOURCE_EXHAUSTED");
        }
    }
}
