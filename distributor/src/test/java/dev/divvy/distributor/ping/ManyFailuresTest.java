package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.MemoryStore;
import dev.divvy.distributor.PingSettings;
import dev.divvy.distributor.StoreNames;
import dev.divvy.testservers.Await;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services that fail together, and services that hang beside others. */
@Timeout(300)
class ManyFailuresTest {

    private static final StoreNames NAMES = StoreNames.DEFAULT;
    private static final Duration TIMEOUT = Duration.ofMillis(1500);

    private final MemoryStore store = new MemoryStore();

    /** A health service that is paused as a process is: it takes up requests, and answers them when it resumes. */
    private static final class PausedHealth {

        private final List<StreamObserver<HealthCheckResponse>> waiting = new ArrayList<>();
        private boolean paused;

        List<ServerServiceDefinition> services() {
            return TestServices.health(this::check);
        }

        private synchronized void check(StreamObserver<HealthCheckResponse> request) {
            if (paused) {
                waiting.add(request);
            } else {
                answer(request);
            }
        }

        private static void answer(StreamObserver<HealthCheckResponse> request) {
            request.onNext(HealthCheckResponse.newBuilder()
                    .setStatus(ServingStatus.SERVING)
                    .build());
            request.onCompleted();
        }

        synchronized void pause() {
            paused = true;
        }

        synchronized void resume() {
            paused = false;
            for (StreamObserver<HealthCheckResponse> request : waiting) {
                try {
                    answer(request);
                } catch (StatusRuntimeException e) {
                    assertThat(e).as("it was cancelled").hasMessageContaining("CANCELLED");
                }
            }
            waiting.clear();
        }
    }

    @Test
    void fortyOfAHundredServicesThatPauseForTwoPingTimeoutsMoveNoUnit() throws Exception {
        PausedHealth health = new PausedHealth();
        try (TestGrpcServer some = TestGrpcServer.atPorts(40, health.services());
                TestGrpcServer others = TestGrpcServer.atPorts(60, TestServices.health(ServingStatus.SERVING))) {
            register(some.addresses());
            register(others.addresses());
            try (Distributor distributor = start()) {
                Await.until(
                        "all have units",
                        () -> distributor.status().alive() == 100
                                && store.table().size() == 100);
                DistributorStatus before = distributor.status();
                health.pause();
                // A round fails after the timeout, and the second attempt in it after another one.
                Await.until("forty do not answer", () -> unanswered(distributor) >= 40);
                health.resume();
                Await.until("all answer", () -> unanswered(distributor) == 0);
                DistributorStatus after = distributor.status();
                assertThat(after.version()).as("the table").isEqualTo(before.version());
                assertThat(after.counters().moved()).isEqualTo(before.counters().moved());
                assertThat(after.counters().denials()).isZero();
            }
        }
    }

    @Test
    void noRoundWaitsForAServiceThatIsDeniedAndHangs() throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestGrpcServer other = TestGrpcServer.with(TestServices.health(ServingStatus.SERVING))) {
            register(List.of("127.0.0.1:" + hanging.getLocalPort(), other.address()));
            try (Distributor distributor = start()) {
                Await.until(
                        "one of two is denied",
                        () -> distributor.status().services().size() == 2
                                && distributor.status().alive() == 1);
                Await.until(
                        "a round that takes less than the ping timeout",
                        () -> distributor.status().counters().lastRound().compareTo(TIMEOUT) < 0);
                assertThat(distributor.status().alive()).isEqualTo(1);
            }
        }
    }

    private void register(List<String> services) {
        store.names().add(NAMES.services().get(0), services);
    }

    private Distributor start() {
        store.names()
                .add(
                        NAMES.units(),
                        IntStream.range(0, 200).mapToObj(i -> "unit-" + i).toList());
        return Distributor.start(
                store,
                DistributorSettings.of("d1")
                        .withPollInterval(Duration.ofMillis(200))
                        .withPing(PingSettings.defaults().withTimeout(TIMEOUT)));
    }

    private static long unanswered(Distributor distributor) {
        return distributor.status().services().stream()
                .filter(service -> service.reason().isPresent())
                .count();
    }
}
