package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RetryTest {

    private static final Backoff SHORT = new Backoff(Duration.ofNanos(100), Duration.ofNanos(10_000));

    private final AtomicInteger runs = new AtomicInteger();

    private int failUntil(int run) throws IOException {
        if (runs.incrementAndGet() < run) {
            throw new IOException("run " + runs.get());
        }
        return runs.get();
    }

    @Test
    void repeatsUntilAnAttemptSucceeds() throws IOException {
        assertThat(Retry.times(5, SHORT).call(() -> failUntil(4), IOException.class, e -> true))
                .isEqualTo(4);
    }

    @Test
    void throwsTheFailureOfTheLastAttempt() {
        assertThatThrownBy(() -> Retry.times(3, SHORT).call(() -> failUntil(9), IOException.class, e -> true))
                .hasMessage("run 3");
    }

    @Test
    void aFailureThatIsNotWorthAnotherAttemptIsThrownAtOnce() {
        assertThatThrownBy(() -> Retry.times(3, SHORT).call(() -> failUntil(9), IOException.class, e -> false))
                .hasMessage("run 1");
    }

    @Test
    void otherFailuresAreThrownAtOnce() {
        assertThatThrownBy(() -> Retry.times(3, SHORT)
                        .call(
                                () -> {
                                    runs.incrementAndGet();
                                    throw new IllegalStateException("other");
                                },
                                IOException.class,
                                e -> true))
                .isInstanceOf(IllegalStateException.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void thereIsAlwaysOneAttempt() {
        assertThatThrownBy(
                        () -> Retry.within(Duration.ZERO, SHORT).call(() -> failUntil(2), IOException.class, e -> true))
                .hasMessage("run 1");
    }

    @Test
    void anInterruptStaysSetAndEndsNothing() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(Retry.times(5, SHORT).call(() -> failUntil(4), IOException.class, e -> true))
                .isEqualTo(4);
        assertThat(Thread.interrupted()).isTrue();
    }
}
