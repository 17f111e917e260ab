package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what must come, with a deadline that only a fault reaches. */
final class Soon {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Soon() {}

    static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain until %s", what)
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
