package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, with a deadline that only a fault reaches. */
public final class Soon {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Soon() {}

    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain for %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
