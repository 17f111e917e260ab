package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.Await;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class AbandonedRoundTest {

    private final Pinger pinger = new Pinger(Pings.LONG_TIMEOUT);
    private final List<StreamObserver<HealthCheckResponse>> awaited = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        pinger.close();
    }

    @Test
    void aCallerInterruptedDuringARoundCanStartAnotherAtOnce() throws Exception {
        try (TestGrpcServer silent = TestGrpcServer.with(TestServices.health(awaited::add));
                PingServer server = PingServer.start("127.0.0.1", 0)) {
            String service = "127.0.0.1:" + server.port();
            CompletableFuture<Map<String, PingResult>> first = pinger.round(List.of(service, silent.address()));
            Thread.currentThread().interrupt();
            assertThatThrownBy(first::get).isInstanceOf(InterruptedException.class);
            assertThat(Pings.ping(pinger, service)).isEqualTo("alive");
            assertAbandoned(first);
        }
    }

    @Test
    void aLateReplyToAnAbandonedRoundChangesNothing() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.health(awaited::add))) {
            CompletableFuture<Map<String, PingResult>> first = pinger.round(List.of(host.address()));
            Await.until("it is asked", () -> awaited.size() == 1);
            CompletableFuture<Map<String, PingResult>> second = pinger.round(List.of(host.address()));
            Await.until("it is asked again", () -> awaited.size() == 2);
            answer(0, ServingStatus.NOT_SERVING);
            assertAbandoned(first);
            answer(1, ServingStatus.SERVING);
            assertThat(second.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS).values())
                    .allMatch(PingResult::alive);
            CompletableFuture<Map<String, PingResult>> third = pinger.round(List.of(host.address()));
            Await.until("it is asked for the third time", () -> awaited.size() == 3);
            answer(2, ServingStatus.SERVING);
            assertThat(third.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS).values())
                    .allMatch(PingResult::alive);
            assertThat(host.connected()).as("the second connection was kept").isEqualTo(2);
        }
    }

    @Test
    void howeverManyRoundsAreAbandonedTheLastOneIsRight() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.atPorts(10, TestServices.health(ServingStatus.SERVING))) {
            for (int i = 0; i < 50; i++) {
                CompletableFuture<Map<String, PingResult>> unused = pinger.round(host.addresses());
            }
            assertThat(Pings.round(pinger, host.addresses()).values())
                    .hasSize(10)
                    .allMatch(PingResult::alive);
            Await.until("one connection each is left", () -> host.open() == 10);
        }
    }

    private static void assertAbandoned(CompletableFuture<Map<String, PingResult>> round) {
        assertThatThrownBy(() -> round.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .hasMessageContaining("another round was started");
    }

    private void answer(int index, ServingStatus status) {
        try {
            awaited.get(index)
                    .onNext(HealthCheckResponse.newBuilder().setStatus(status).build());
            awaited.get(index).onCompleted();
        } catch (StatusRuntimeException e) {
            assertThat(e).as("the call was cancelled").hasMessageContaining("CANCELLED");
        }
    }
}
