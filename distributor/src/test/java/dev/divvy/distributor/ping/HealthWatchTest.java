package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.PingResponder;
import dev.divvy.distributor.PingServerCloser;
import dev.divvy.testservers.Await;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class HealthWatchTest {

    private static final String WATCH = "grpc.health.v1.Health/Watch";

    private final AtomicInteger hints = new AtomicInteger();
    private final Pinger pinger = new Pinger(Pings.LONG_TIMEOUT.withWatch(true), hints::incrementAndGet);

    @AfterEach
    void close() {
        pinger.close();
    }

    @Test
    void aServiceThatStopsCausesAHintBeforeTheNextRound() throws Exception {
        PingServer server = PingServer.start("127.0.0.1", 0);
        assertThat(Pings.ping(pinger, "127.0.0.1:" + server.port())).isEqualTo("alive");
        assertThat(hints).hasValue(0);
        PingServerCloser.close(server);
        Await.until("it is hinted at", () -> hints.get() > 0);
        assertThat(Pings.ping(pinger, "127.0.0.1:" + server.port())).isEqualTo("connection refused");
    }

    @Test
    void aServiceThatStopsBeforeItsFirstWatchMessageCausesAHint() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(TestServices.healthWithSilentWatch())) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            Await.until("a watch came", () -> host.takeCalls().contains(WATCH));
            assertThat(hints).hasValue(0);
        }
        Await.until("it is hinted at", () -> hints.get() > 0);
    }

    @Test
    void aServiceThatReportsNotServingCausesAHint() throws Exception {
        try (PingServer server = PingServer.start("127.0.0.1", 0)) {
            String service = "127.0.0.1:" + server.port();
            assertThat(Pings.ping(pinger, service)).isEqualTo("alive");
            server.setServing(false);
            Await.until("it is hinted at", () -> hints.get() == 1);
            assertThat(Pings.ping(pinger, service)).isEqualTo("says NOT_SERVING");
            server.setServing(true);
            assertThat(Pings.ping(pinger, service)).isEqualTo("alive");
            server.setServing(false);
            Await.until("it is watched again", () -> hints.get() == 2);
        }
    }

    @Test
    void oneWatchPerServiceAndNoneWhereItIsNotImplemented() throws Exception {
        try (TestGrpcServer watched = TestGrpcServer.with(new PingResponder().definitions());
                TestGrpcServer unwatched = TestGrpcServer.with(TestServices.health(ServingStatus.SERVING))) {
            List<String> both = List.of(watched.address(), unwatched.address());
            for (int i = 0; i < 3; i++) {
                assertThat(Pings.round(pinger, both).values()).allMatch(PingResult::alive);
                Await.until("watches came", () -> watched.open() == 1);
            }
            Await.until("a watch came", () -> watched.takeCalls().contains(WATCH));
            assertThat(Pings.round(pinger, both).values()).allMatch(PingResult::alive);
            assertThat(watched.takeCalls()).doesNotContain(WATCH);
            assertThat(unwatched.takeCalls().stream().filter(WATCH::equals)).hasSizeLessThan(2);
            assertThat(hints).hasValue(0);
        }
    }

    @Test
    void aServiceThatIsNoLongerPingedCausesNoHint() throws Exception {
        try (TestGrpcServer host = TestGrpcServer.with(new PingResponder().definitions())) {
            assertThat(Pings.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(Pings.round(pinger, List.of())).isEmpty();
            Await.until("its connection is closed", () -> host.open() == 0);
        }
        assertThat(hints).hasValue(0);
    }

    @Test
    void aHintThatThrowsStopsNothing() throws Exception {
        AtomicInteger thrown = new AtomicInteger();
        try (Pinger throwing = new Pinger(Pings.LONG_TIMEOUT.withWatch(true), () -> {
                    thrown.incrementAndGet();
                    throw new IllegalStateException("thrown by a test");
                });
                PingServer server = PingServer.start("127.0.0.1", 0)) {
            assertThat(Pings.ping(throwing, "127.0.0.1:" + server.port())).isEqualTo("alive");
            server.setServing(false);
            Await.until("it is hinted at", () -> thrown.get() > 0);
            assertThat(Pings.ping(throwing, "127.0.0.1:" + server.port())).isEqualTo("says NOT_SERVING");
        }
    }
}
