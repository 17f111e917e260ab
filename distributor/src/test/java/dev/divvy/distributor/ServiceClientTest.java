package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service beside a real distributor, with listeners and a store that misbehave. */
@Timeout(180)
class ServiceClientTest {

    private static final Duration SOON = Duration.ofMinutes(1);

    /** Without a cut-off, because a busy machine may pause for a moment. */
    private static final ServiceSettings SETTINGS = ServiceSettings.at("127.0.0.1", 0)
            .withPoll(Duration.ofMillis(100))
            .withCloseTimeout(Duration.ofSeconds(2))
            .withoutCutOff();

    private final MemoryStore store = new MemoryStore();
    private Distributor distributor = Distributor.start(store, distributorSettings());

    private static DistributorSettings distributorSettings() {
        return DistributorSettings.of("d1")
                .withPollInterval(Duration.ofMillis(100))
                .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20)));
    }

    @BeforeEach
    void units() {
        store.names().add(StoreNames.DEFAULT.units(), List.of("u1", "u2"));
    }

    @AfterEach
    void end() {
        distributor.close();
    }

    @Test
    void aListenerThatThrowsOrLeavesItsThreadInterruptedStopsNothing() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        try (ServiceClient client = start(
                unit -> {
                    calls.incrementAndGet();
                    Thread.currentThread().interrupt();
                    throw new AssertionError("thrown by a listener");
                },
                unit -> {
                    throw new IllegalStateException("thrown by a listener");
                })) {
            assertThat(client.await(units -> units.size() == 2, SOON)).isTrue();
            store.names().remove(StoreNames.DEFAULT.units(), List.of("u1"));
            assertThat(client.await(units -> units.size() == 1, SOON)).isTrue();
            assertThat(client.await(units -> units.size() == 1, Duration.ofSeconds(Long.MAX_VALUE)))
                    .isTrue();
            store.names().add(StoreNames.DEFAULT.units(), List.of("u3"));
            assertThat(client.await(units -> units.contains("u3"), SOON)).isTrue();
        }
        assertThat(calls).hasValue(3);
    }

    @Test
    void aListenerMayClose() throws InterruptedException {
        AtomicReference<ServiceClient> self = new AtomicReference<>();
        CountDownLatch made = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        ServiceClient client = start(
                unit -> {
                    Await.until("the client is known", () -> made.getCount() == 0);
                    Objects.requireNonNull(self.get()).close();
                    closed.countDown();
                },
                unit -> {});
        self.set(client);
        made.countDown();
        assertThat(closed.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(client.await(Set::isEmpty, SOON)).isTrue();
        Await.until(
                "it is unregistered",
                () -> store.names().read(StoreNames.DEFAULT.services().get(0)).isEmpty());
    }

    @Test
    void aServiceWithoutPingsAndWithoutTheTableReleasesItsUnitsInTime() throws InterruptedException {
        Duration cutOff = Duration.ofMillis(800);
        Duration longest = cutOff.multipliedBy(3);
        Duration took = cutOff(cutOff);
        // A run in which the machine paused proves nothing, so it is repeated.
        for (int again = 0; again < 5 && took.compareTo(longest) >= 0; again++) {
            distributor = Distributor.start(store, distributorSettings());
            took = cutOff(cutOff);
        }
        assertThat(took).isLessThan(longest);
    }

    /** Returns how long a service took to release all units after pings and table stopped. */
    private Duration cutOff(Duration after) throws InterruptedException {
        HangingStore hanging = new HangingStore(store);
        AtomicInteger held = new AtomicInteger();
        try (ServiceClient client = ServiceClient.start(
                hanging,
                SETTINGS.withCutOff(after),
                listener(unit -> held.incrementAndGet(), unit -> held.decrementAndGet()))) {
            assertThat(client.await(units -> units.size() == 2, SOON)).isTrue();
            distributor.close();
            long began = System.nanoTime();
            hanging.hang();
            Await.until("it releases all units", () -> held.get() == 0);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            hanging.answer();
            assertThat(client.await(units -> units.size() == 2, SOON))
                    .as("the table is read again")
                    .isTrue();
            return took;
        }
    }

    @Test
    void closingReleasesAllUnitsAndUnregisters() throws InterruptedException {
        AtomicInteger held = new AtomicInteger();
        ServiceClient client = start(unit -> held.incrementAndGet(), unit -> held.decrementAndGet());
        assertThat(client.await(units -> units.size() == 2, SOON)).isTrue();
        client.close();
        client.close();
        assertThat(held).hasValue(0);
        assertThat(store.names().read(StoreNames.DEFAULT.services().get(0))).isEmpty();
    }

    @Test
    void anAddressThatOthersCannotReachIsRefused() {
        assertThatThrownBy(() -> ServiceSettings.at("0.0.0.0", 9000)).hasMessageContaining("withListenHost");
        assertThat(ServiceSettings.at("::1", 9000).name(9000)).isEqualTo("[::1]:9000");
        assertThat(ServiceSettings.at("10.0.0.7", 0).withListenHost("0.0.0.0").name(81))
                .isEqualTo("10.0.0.7:81");
    }

    private ServiceClient start(Consumer<Unit> gained, Consumer<Unit> lost) {
        return ServiceClient.start(store, SETTINGS, listener(gained, lost));
    }

    private static UnitListener listener(Consumer<Unit> gained, Consumer<Unit> lost) {
        return new UnitListener() {
            @Override
            public void gained(Unit unit) {
                gained.accept(unit);
            }

            @Override
            public void lost(Unit unit) {
                lost.accept(unit);
            }
        };
    }
}
