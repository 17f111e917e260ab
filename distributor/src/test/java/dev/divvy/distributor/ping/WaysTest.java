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
class WaysTest {

    private static final String NEITHER = "unimplemented: neither grpc.health.v1.Health nor divvy.distributor.v1.Ping";

    @Test
    void aHealthServiceIsAskedAndNothingElse() throws Exception {
        try (Host host = Host.with(Services.health(ServingStatus.SERVING));
                Pinger pinger = new Pinger(Asking.PATIENT)) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeAsked()).containsExactly(Services.HEALTH, Services.HEALTH);
            assertThat(host.connected()).as("the connection is kept").isEqualTo(1);
        }
    }

    @Test
    void whoHasNoHealthServiceIsPingedAndLaterPingedAtOnce() throws Exception {
        try (Host host = Host.with(Services.ping());
                Pinger pinger = new Pinger(Asking.PATIENT)) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeAsked()).containsExactly(Services.HEALTH, Services.PING);
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeAsked()).containsExactly(Services.PING);
            assertThat(host.connected()).isEqualTo(1);
        }
    }

    @Test
    void aHealthServiceThatDoesNotKnowTheWholeServerIsPassedBy() throws Exception {
        List<ServerServiceDefinition> both = new ArrayList<>(Services.health(Status.NOT_FOUND));
        both.addAll(Services.ping());
        try (Host host = Host.with(both);
                Pinger pinger = new Pinger(Asking.PATIENT)) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeAsked()).containsExactly(Services.HEALTH, Services.PING);
        }
    }

    @Test
    void whoKnowsNeitherIsDeniedAndLookedAtAgainInEveryRound() throws Exception {
        try (Host host = Host.with(List.of());
                Pinger pinger = new Pinger(Asking.PATIENT)) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo(NEITHER);
            assertThat(Asking.ping(pinger, host.address())).isEqualTo(NEITHER);
            assertThat(host.takeAsked())
                    .containsExactly(Services.HEALTH, Services.PING, Services.HEALTH, Services.PING);
        }
    }

    @Test
    void aServiceThatComesBackWithAnotherWayIsAliveInTheNextRound() throws Exception {
        try (Pinger pinger = new Pinger(Asking.PATIENT)) {
            int port = Ports.free();
            try (Host host = Host.at(port, Services.ping())) {
                assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            }
            try (Host host = Host.at(port, Services.health(ServingStatus.SERVING))) {
                assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
                assertThat(host.takeAsked()).containsExactly(Services.PING, Services.HEALTH);
                assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
                assertThat(host.takeAsked()).containsExactly(Services.HEALTH);
            }
            try (Host host = Host.at(port, Services.ping())) {
                assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
                assertThat(host.takeAsked()).containsExactly(Services.HEALTH, Services.PING);
            }
        }
    }

    @Test
    void aMethodOfAnotherProtoIsSentAnEmptyMessageAndNothingElseIsAsked() throws Exception {
        AtomicInteger bytes = new AtomicInteger(-1);
        List<ServerServiceDefinition> foreign = Services.answering(Services.FOREIGN, question -> {
            bytes.set(question.length);
            return new byte[] {10, 2, 'o', 'k'};
        });
        try (Host host = Host.with(foreign);
                Pinger pinger = new Pinger(Asking.PATIENT.withMethod("/" + Services.FOREIGN))) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(host.takeAsked()).containsExactly(Services.FOREIGN);
            assertThat(bytes).hasValue(0);
        }
    }

    @Test
    void whoDoesNotKnowTheMethodIsDenied() throws Exception {
        try (Host host = Host.with(Services.health(ServingStatus.SERVING));
                Pinger pinger = new Pinger(Asking.PATIENT.withMethod("/" + Services.FOREIGN))) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("unimplemented: /" + Services.FOREIGN);
            assertThat(host.takeAsked()).containsExactly(Services.FOREIGN);
        }
    }

    @Test
    void aBigAnswerIsDeniedNotRead() throws Exception {
        try (Host host = Host.with(Services.answering(Services.FOREIGN, question -> new byte[70_000]));
                Pinger pinger = new Pinger(Asking.PATIENT.withMethod("/" + Services.FOREIGN))) {
            assertThat(Asking.ping(pinger, host.address())).startsWith("answers RESOURCE_EXHAUSTED");
        }
    }
}
