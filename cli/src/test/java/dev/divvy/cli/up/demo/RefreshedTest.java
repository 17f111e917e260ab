package dev.divvy.cli.up.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RefreshedTest {

    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void everyRequestIsAnsweredWithANewValue() {
        try (Refreshed<Integer> value = new Refreshed<>("test", 0, reads::incrementAndGet)) {
            assertThat(value.latest()).isZero();
            assertThat(value.get()).isEqualTo(1);
            assertThat(value.get()).isEqualTo(2);
            assertThat(value.latest()).isEqualTo(2);
        }
    }

    @Test
    void aSourceThatHangsOrFailsLeavesThePreviousValue() throws InterruptedException {
        CountDownLatch hang = new CountDownLatch(1);
        Supplier<Integer> source = () -> {
            int read = reads.incrementAndGet();
            if (read == 1) {
                throw new IllegalStateException("fails");
            }
            if (read == 2) {
                await(hang);
            }
            return read;
        };
        try (Refreshed<Integer> value = new Refreshed<>("test", 5, source)) {
            assertThat(value.get()).isEqualTo(5);
            assertThat(value.get()).isEqualTo(5);
            hang.countDown();
            assertThat(value.get()).isBetween(2, 3);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
