package dev.divvy.distributor.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.Closing;
import dev.divvy.distributor.PingServices;
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
    private final Pinger pinger = new Pinger(Asking.PATIENT.withWatch(true), hints::incrementAndGet);

    @AfterEach
    void close() {
        pinger.close();
    }

    @Test
    void aServiceThatStopsIsHintedAtBeforeAnybodyAsks() throws Exception {
        PingServer server = PingServer.start("127.0.0.1", 0);
        assertThat(Asking.ping(pinger, "127.0.0.1:" + server.port())).isEqualTo("alive");
        assertThat(hints).hasValue(0);
        Closing.close(server);
        Await.until("it is hinted at", () -> hints.get() > 0);
        assertThat(Asking.ping(pinger, "127.0.0.1:" + server.port())).isEqualTo("connection refused");
    }

    @Test
    void aServiceThatStopsBeforeItsFirstWordToAWatchIsHintedAt() throws Exception {
        try (Host host = Host.with(Services.healthWithSilentWatch())) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            Await.until("a watch came", () -> host.takeAsked().contains(WATCH));
            assertThat(hints).hasValue(0);
        }
        Await.until("it is hinted at", () -> hints.get() > 0);
    }

    @Test
    void aServiceThatSaysItDoesNotServeIsHintedAt() throws Exception {
        try (PingServer server = PingServer.start("127.0.0.1", 0)) {
            String service = "127.0.0.1:" + server.port();
            assertThat(Asking.ping(pinger, service)).isEqualTo("alive");
            server.setServing(false);
            Await.until("it is hinted at", () -> hints.get() == 1);
            assertThat(Asking.ping(pinger, service)).isEqualTo("says NOT_SERVING");
            server.setServing(true);
            assertThat(Asking.ping(pinger, service)).isEqualTo("alive");
            server.setServing(false);
            Await.until("it is watched again", () -> hints.get() == 2);
        }
    }

    @Test
    void oneWatchAServiceAndNoneWhereItIsNotKnown() throws Exception {
        try (Host watched = Host.with(new PingServices().definitions());
                Host unwatched = Host.with(Services.health(ServingStatus.SERVING))) {
            List<String> both = List.of(watched.address(), unwatched.address());
            for (int i = 0; i < 3; i++) {
                assertThat(Asking.round(pinger, both).values()).allMatch(PingResult::alive);
                Await.until("watches came", () -> watched.open() == 1);
            }
            Await.until("a watch came", () -> watched.takeAsked().contains(WATCH));
            assertThat(Asking.round(pinger, both).values()).allMatch(PingResult::alive);
            assertThat(watched.takeAsked()).doesNotContain(WATCH);
            assertThat(unwatched.takeAsked().stream().filter(WATCH::equals)).hasSizeLessThan(2);
            assertThat(hints).hasValue(0);
        }
    }

    @Test
    void whoIsNoLongerAskedIsNoLongerHintedAt() throws Exception {
        try (Host host = Host.with(new PingServices().definitions())) {
            assertThat(Asking.ping(pinger, host.address())).isEqualTo("alive");
            assertThat(Asking.round(pinger, List.of())).isEmpty();
            Await.until("its connection is closed", () -> host.open() == 0);
        }
        assertThat(hints).hasValue(0);
    }

    @Test
    void aHintThatThrowsStopsNothing() throws Exception {
        AtomicInteger thrown = new AtomicInteger();
        try (Pinger throwing = new Pinger(Asking.PATIENT.withWatch(true), () -> {
                    thrown.incrementAndGet();
                    throw new IllegalStateException("thrown by a test");
                });
                PingServer server = PingServer.start("127.0.0.1", 0)) {
            assertThat(Asking.ping(throwing, "127.0.0.1:" + server.port())).isEqualTo("alive");
            server.setServing(false);
            Await.until("it is hinted at", () -> thrown.get() > 0);
            assertThat(Asking.ping(throwing, "127.0.0.1:" + server.port())).isEqualTo("says NOT_SERVING");
        }
    }
}
