package dev.divvy.outbox.handling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.TargetUnavailableException;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TargetCircuitTest {

    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration HOUR = Duration.ofHours(1);

    private final AtomicInteger reports = new AtomicInteger();
    private final TargetCircuit circuit = new TargetCircuit(
            ProcessorSettings.defaults().withRetryDelay(SHORT, SHORT).withStalledAfter(Duration.ofMillis(30)),
            reports::incrementAndGet);

    private static TargetUnavailableException unavailable() {
        return new TargetUnavailableException("down");
    }

    @Test
    void whileTheTargetIsUnavailableOneCallAtATimeProbesIt() throws Exception {
        circuit.await("a");
        circuit.record("a", unavailable());
        assertThat(circuit.allows("a")).isFalse();
        assertThat(circuit.allows("b")).isFalse();
        circuit.await("a");
        assertThat(circuit.allows("a")).isTrue();
        Thread b = waiting("b");
        assertThat(circuit.allows("b")).isFalse();
        circuit.record("a", null);
        b.join();
        assertThat(circuit.allows("b")).isTrue();
    }

    private Thread waiting(Object caller) {
        Thread thread = new Thread(() -> {
            try {
                circuit.await(caller);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        Await.until("it waits", Duration.ofSeconds(30), () -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void aProbeThatMakesNoCallLetsAnotherProbe() throws Exception {
        circuit.record("a", unavailable());
        circuit.await("a");
        Thread b = waiting("b");
        circuit.release("a");
        b.join();
        assertThat(circuit.allows("b")).isTrue();
        assertThat(circuit.allows("a")).isFalse();
    }

    @Test
    void aCallerThatWaitsReportsProgressAndEndsWithTheProcessor() throws Exception {
        circuit.record("a", new TargetUnavailableException("down for long", HOUR));
        Thread b = waiting("b");
        int before = reports.get();
        Await.until("it reports", Duration.ofSeconds(30), () -> reports.get() > before + 2);
        circuit.end();
        b.join();
        assertThat(circuit.allows("b")).isFalse();
    }

    @Test
    void aFailureOfAnEventShowsThatTheTargetIsAvailable() throws Exception {
        circuit.record("a", unavailable());
        circuit.await("a");
        circuit.record("a", new IllegalStateException("a bad event"));
        assertThat(circuit.allows("b")).isTrue();
    }

    @Test
    void theReasonMayBeWrapped() {
        assertThat(TargetCircuit.unavailable(new IllegalStateException(unavailable())))
                .isNotNull();
        assertThat(TargetCircuit.unavailable(new IllegalStateException())).isNull();
    }
}
