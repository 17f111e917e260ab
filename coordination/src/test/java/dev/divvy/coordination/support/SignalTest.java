package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SignalTest {

    private final Signal signal = new Signal();

    @Test
    void aSignalRaisedBeforeTheWaitEndsItAtOnceAndOnlyOnce() throws InterruptedException {
        signal.raise();
        signal.raise();
        assertThat(signal.await(1, TimeUnit.HOURS)).isTrue();
        assertThat(signal.await(0)).isFalse();
    }

    @Test
    void aSignalRaisedDuringTheWaitEndsIt() throws Exception {
        CompletableFuture<Boolean> woken = new CompletableFuture<>();
        Thread waiter = DaemonThreads.start("waiter", () -> {
            try {
                woken.complete(signal.await(1, TimeUnit.HOURS));
            } catch (InterruptedException e) {
                woken.completeExceptionally(e);
            }
        });
        signal.raise();
        assertThat(woken.get(30, TimeUnit.SECONDS)).isTrue();
        waiter.join();
    }

    @Test
    void aWaitWithoutASignalEndsWithItsTime() throws InterruptedException {
        assertThat(signal.awaitUntil(System.nanoTime() + 1_000_000)).isFalse();
        assertThat(signal.awaitUntil(System.nanoTime() - 1_000_000)).isFalse();
    }
}
